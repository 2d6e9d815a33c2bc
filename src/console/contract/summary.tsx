/** A contract in short: its kind, its token, who made it, how busy it is. */
import { AnswerPanel } from '../parts/answer.tsx';
import { Fields, Figures } from '../parts/fields.tsx';
import { Address, AssetOfKey, LedgerLink } from '../parts/names.tsx';
import { Empty } from '../parts/states.tsx';
import { grouped, Time } from '../parts/text.tsx';
import { Value } from '../parts/value.tsx';

const kinds: Readonly<Record<string, string>> = {
  sac: 'contract of an asset',
  sep41_token: 'token',
  smart_wallet: 'smart wallet',
  custom_soroban: 'custom contract',
  unknown: 'contract of unknown kind',
};

export const Summary = ({ id }: { id: string }) => (
  <AnswerPanel
    title="Summary"
    path="/api/v1/semantic/contracts"
    parameters={{ contract_id: id, include: ['assets'] }}
    lines={6}
  >
    {({ data: [found] }) =>
      found === undefined ? (
        <Empty>The lake does not know this contract.</Empty>
      ) : (
        <>
          <Figures
            of={[
              ['Calls by operations', grouped(found.total_invocations)],
              ['Callers', grouped(found.unique_callers)],
              ['Functions called', found.observed_functions?.length ?? 0],
            ]}
          />
          <Fields
            of={[
              ['Kind', kinds[found.contract_type] ?? found.contract_type],
              ['Token', found.token_symbol !== undefined && <Value text={found.token_symbol} most={40} />],
              [
                'Name',
                found.token_name !== undefined && <TokenName of={found.token_name} kind={found.contract_type} />,
              ],
              ['Decimals', found.token_decimals],
              ['Deployed by', found.deployer_account && <Address id={found.deployer_account} />],
              ['Deployed at', found.deployed_at && <Time at={found.deployed_at} />],
              ['Deployed in ledger', found.deployed_ledger && <LedgerLink sequence={found.deployed_ledger} />],
              ['Last activity', found.last_activity && <Time at={found.last_activity} />],
            ]}
          />
        </>
      )
    }
  </AnswerPanel>
);

/** The contract of an asset names its asset. */
const TokenName = ({ of: name, kind }: { of: string; kind: string }) =>
  kind === 'sac' && /^(?:native|[A-Za-z0-9]{1,12}:G[A-Z2-7]{55})$/.test(name) ? (
    <AssetOfKey of={name} />
  ) : (
    <Value text={name} />
  );
