/** The interface of a contract as a reader of Rust knows it. */
import type { Interface } from './contract-spec.ts';
import type { Json, Row } from '../json.ts';

/** Returns the interface as text: types, then one trait with the functions. */
export function rustText({ functions, structs, unions, enums, errors }: Interface): string {
  const types = [
    ...structs.map((one) => block(`pub struct ${nameOf(one)}`, rows(one['fields']).map(fieldText))),
    ...unions.map((one) => block(`pub enum ${nameOf(one)}`, rows(one['cases']).map(caseText))),
    ...[...enums, ...errors].map((one) => block(`pub enum ${nameOf(one)}`, rows(one['cases']).map(valueText))),
  ];
  const calls = functions.map(({ name, inputs, outputs }) => {
    const given = inputs.map((input) => `${input.name}: ${input.type}`).join(', ');
    return `fn ${name}(${given})${outputs.length > 0 ? ` -> ${outputs.join(', ')}` : ''};`;
  });
  return [...types, block('pub trait Contract', calls)].join('\n');
}

function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `    ${line}\n`).join('')}}\n`;
}

const rows = (value: Json | undefined) => (Array.isArray(value) ? (value as Row[]) : []);
const nameOf = ({ name }: Row) => String(name);
const fieldText = (field: Row) => `pub ${nameOf(field)}: ${String(field['type'])},`;
const valueText = (one: Row) => `${nameOf(one)} = ${String(one['value'])},`;

function caseText(one: Row): string {
  const values = Array.isArray(one['values']) ? one['values'].map(String) : [];
  return values.length === 0 ? `${nameOf(one)},` : `${nameOf(one)}(${values.join(', ')}),`;
}
