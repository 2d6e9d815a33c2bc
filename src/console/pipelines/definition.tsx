/** The YAML of a definition with its findings at their lines. */
import { yaml } from '@codemirror/lang-yaml';
import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import { useMemo, useState } from 'preact/hooks';
import type { PipelineFinding } from '../../client/client.ts';
import { lacksKey, pipelines } from '../app/server.ts';
import { CallShown } from '../parts/call-shown.tsx';
import { Editor } from '../parts/editor.tsx';
import { Panel } from '../parts/panel.tsx';
import { errorText, Failure } from '../parts/states.tsx';

/** A definition to begin with. */
export const FIRST = `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata:
  name: first-pipeline
spec:
  network: testnet
  startLedger: "2"
  endLedger: "129"
  processors:
    - type: contract_event
  consumers:
    - type: contract_events_postgres
      config:
        sink: mapped
        host: localhost
        database: stellar
        username: me
        password: \${POSTGRES_PASSWORD}
`;

interface DefinitionProps {
  text: string;
  onApplied(): void;
}

interface Found {
  errors: readonly PipelineFinding[];
  warnings: readonly PipelineFinding[];
}

export function Definition({ text: given, onApplied }: DefinitionProps) {
  const [text, setText] = useState(given);
  const [found, setFound] = useState<Found>();
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState<unknown>();
  const [unchecked, setUnchecked] = useState<unknown>();
  const extensions = useMemo(() => {
    const check = linter(async ({ state }) => {
      if (lacksKey()) return [];
      const findings = await pipelines()
        .validate(state.doc.toString())
        .catch((error: unknown) => void setUnchecked(error));
      setFound(findings ?? undefined);
      if (!findings) return [];
      setUnchecked(undefined);
      const all = [
        ...findings.errors.map((one) => ({ ...one, severity: 'error' as const })),
        ...findings.warnings.map((one) => ({ ...one, severity: 'warning' as const })),
      ];
      return all.flatMap(({ line, column = 1, severity, message, suggestion }): Diagnostic[] => {
        if (line === undefined || line > state.doc.lines) return [];
        const { from, to } = state.doc.line(line);
        const start = Math.min(from + column - 1, to);
        const advice = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
        return [{ from: start, to, severity, message: message + advice }];
      });
    });
    return [yaml(), lintGutter(), check];
  }, []);
  const apply = async () => {
    setFault(undefined);
    setSaid('');
    const { action } = await pipelines().apply(text);
    setSaid(`The pipeline is ${action}.`);
    onApplied();
  };
  return (
    <Panel title="Definition" foot={<CallShown path="/api/v1/flow/pipelines/apply/" method="POST" />}>
      <Editor label="Definition in YAML" text={given} extensions={extensions} onChange={setText} />
      <div class="tools">
        <button class="main" onClick={() => void apply().catch(setFault)}>
          Apply
        </button>
        <span role="status">{said}</span>
      </div>
      {fault !== undefined && <Failure error={errorText(fault)} />}
      {unchecked !== undefined && <Failure error={unchecked} />}
      {found && <Findings found={found} />}
    </Panel>
  );
}

function Findings({ found: { errors, warnings } }: { found: Found }) {
  if (errors.length + warnings.length === 0) return <p class="faint">The definition is valid.</p>;
  const item = (word: string) => (one: PipelineFinding) => (
    <li>
      {word}
      {one.line !== undefined && `, line ${one.line}`}: <bdi>{one.message}</bdi>
    </li>
  );
  return (
    <ul aria-label="Findings">
      {errors.map(item('Error'))}
      {warnings.map(item('Warning'))}
    </ul>
  );
}
