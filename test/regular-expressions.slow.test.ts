/** No regular expression that sees the input of strangers takes more than linear time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** Expressions whose input is short or our own, by their text, each with the reason. */
const bounded = new Map([
  ['/\\s*\\n\\s*/g', 'statements that the user of the prompt types'],
  ['/((?:\\w+\\.)?\\w+)\\.(\\w*)$/', 'a line that the user of the prompt types'],
  ['/^\\s*(\\.|(exit|quit|help)\\s*;?\\s*$)/i', 'a line that the user of the prompt types'],
  ['/^(\\.\\w*|exit|quit|help)\\s*(.*?)\\s*;?$/i', 'a line that the user of the prompt types'],
  ['/^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$/gu', 'a word that the user searches for, and names of columns'],
  ['/\\/+$/', 'addresses in the configuration of a store, and paths on the command line'],
  ['/\\s*;$/', 'our own SQL'],
  ['/(\\b[a-z][a-z0-9+.-]{0,30}:\\/\\/)[^/\\s@]{1,4096}@/gi', 'a match has at most 4,130 letters'],
  ['/[^/]*\\/$/', 'folders of a lake'],
  ['/(\\d+)-(\\d+)(?:\\.\\d+)?$/', 'names of files in a snapshot'],
  ['/\\0+$/', 'codes of assets, 12 bytes at most'],
  ['/\\B(?=(\\d{3})+$)/g', 'amounts, 39 digits at most'],
  ['/0+$/', 'amounts, 39 digits at most'],
]);
/** Files whose expressions read our own SQL, or messages of DuckDB, which shows 80 letters of a statement. */
const ownText = /^lake\/(kept|relations|narrow\/narrow|segments\/file-checks)/;

/** Returns the regular expressions of the sources, each with its first place. */
function expressions(): [text: string, place: string][] {
  const found = new Map<string, string>();
  for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts') || ownText.test(name)) continue;
    const file = ts.createSourceFile(name, readFileSync(join(src, name), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        if (!found.has(node.text)) found.set(node.text, `${name}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...found];
}

describe('regular expressions', () => {
  const all = expressions();

  it('take linear time where their input is not bounded', () => {
    const slow = all.flatMap(([text, place]) => {
      const end = text.lastIndexOf('/');
      const { status } = checkSync(text.slice(1, end), text.slice(end + 1), { timeout: 10_000 });
      return status === 'vulnerable' && !bounded.has(text) ? [`${place} ${text}`] : [];
    });
    expect(slow).toEqual([]);
  });

  it('are excused only while they are there', () => {
    const known = new Set(all.map(([text]) => text));
    expect([...bounded.keys()].filter((text) => !known.has(text))).toEqual([]);
  });
});
