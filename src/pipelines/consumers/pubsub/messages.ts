/** Payments as messages of the reference's second version (PublishToGooglePubSubV2). */
import type { Batch, SinkContext } from '../../sink.ts';
import type { PubsubMessage } from './client.ts';

const chains = { mainnet: 'StellarMainnet', testnet: 'StellarTestnet' } as const;

type MessageContext = Pick<SinkContext, 'config' | 'network'>;

/** Returns one message for each payment of a batch, in order. */
export function messagesOf({ rows }: Batch, { config, network }: MessageContext, ordered: boolean): PubsubMessage[] {
  const chain = typeof config.chain_identifier === 'string' ? config.chain_identifier : chains[network];
  const batch = rows.get('event_payments');
  return Array.from({ length: batch?.numRows ?? 0 }, (_, row) => {
    const text = (name: string) => String(batch?.getChild(name)?.get(row));
    return toMessage(text, chain, ordered);
  });
}

function toMessage(text: (name: string) => string, chain: string, ordered: boolean): PubsubMessage {
  const [payment, block] = [text('payment_id'), text('block_height')];
  const [to, from] = [text('merchant_id'), text('from_id')];
  const data = {
    chainIdentifier: chain,
    payload: {
      paymentId: payment,
      merchantAddress: to,
      amount: text('amount'),
      royaltyFee: text('royalty_amount'),
      payerAddress: from,
    },
    details: { hash: text('tx_hash'), block: Number(block), to, from },
  };
  const attributes = {
    event_type: 'payment',
    chain_identifier: chain,
    block_height: block,
    payment_id: payment,
    message_version: 'v2',
    dedup_id: text('id'),
  };
  return { data: Buffer.from(JSON.stringify(data)), attributes, ...(ordered && { orderingKey: payment }) };
}
