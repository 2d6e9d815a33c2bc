/** The transaction in XDR, in base64: loaded when it is opened. */
import { useState } from 'preact/hooks';
import { Known, useAnswer } from '../parts/answer.tsx';
import { CallShown, Copied } from '../parts/call-shown.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty } from '../parts/states.tsx';

const names = { envelope: 'Envelope', result: 'Result', meta: 'Meta', fee_meta: 'Fee changes' } as const;

export function Xdr({ hash }: { hash: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="XDR">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show the XDR in base64</summary>
        {isOpen && <Parts hash={hash} />}
      </details>
    </Panel>
  );
}

function Parts({ hash }: { hash: string }) {
  const { loaded, call } = useAnswer('/api/v1/silver/tx/{hash}/full', { hash, include: ['xdr'] });
  return (
    <>
      <Known of={loaded} lines={10}>
        {({ xdr }) => {
          if (!xdr) return <Empty>The lake was loaded without XDR, and the server has no ledger files.</Empty>;
          return Object.entries(names).map(([part, name]) => (
            <>
              <h3>{name}</h3>
              <Copied text={xdr[part as keyof typeof names]} />
            </>
          ));
        }}
      </Known>
      <CallShown path={call} />
    </>
  );
}
