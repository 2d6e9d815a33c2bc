/** The transaction in XDR, in base64 and as JSON: loaded when it is opened. */
import { useState } from 'preact/hooks';
import { Known, useAnswer } from '../parts/answer.tsx';
import { CallShown, Copied } from '../parts/call-shown.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty } from '../parts/states.tsx';
import { FULL } from './explanation.ts';

const names = { envelope: 'Envelope', result: 'Result', meta: 'Meta', fee_meta: 'Fee changes' } as const;

export const Xdr = ({ hash }: { hash: string }) => (
  <Panel title="XDR">
    <Form hash={hash} include="json" title="Show the XDR as JSON" />
    <Form hash={hash} include="xdr" title="Show the XDR in base64" />
  </Panel>
);

interface FormProps {
  hash: string;
  include: 'json' | 'xdr';
}

function Form({ title, ...props }: FormProps & { title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Parts {...props} />}
    </details>
  );
}

function Parts({ hash, include }: FormProps) {
  const { loaded, call } = useAnswer(FULL, { hash, include: [include] });
  return (
    <>
      <Known of={loaded} lines={10}>
        {({ xdr, xdr_json }) => {
          const parts: Record<string, unknown> | undefined = include === 'json' ? xdr_json : xdr;
          if (!parts) return <Empty>The lake was loaded without XDR, and the server has no ledger files.</Empty>;
          const given = Object.entries(names).filter(([part]) => part in parts);
          return given.flatMap(([part, name]) => [
            <h3>{name}</h3>,
            <Copied text={include === 'json' ? JSON.stringify(parts[part], null, 2) : String(parts[part])} />,
          ]);
        }}
      </Known>
      <CallShown path={call} />
    </>
  );
}
