/** A text editor of CodeMirror. It lies in a shadow tree, where its styles need no inline style element. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'preact/hooks';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.typeName, tags.definition(tags.propertyName)], color: 'var(--code-name)' },
]);

const look = EditorView.theme({
  '&': {
    backgroundColor: 'var(--panel)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '0.3rem',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-content': { caretColor: 'var(--text)', minHeight: '8rem' },
  // Line numbers need the font of the lines to stay beside them.
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: '0.92rem',
    lineHeight: '1.4',
    overflow: 'auto',
    maxHeight: '24rem',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--faint)', border: 'none' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionInfo': { maxWidth: '26rem', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)' },
});

/** Chromium keeps the colour of text that typing replaces by an inline style, which the policy of the page forbids. */
const replaceSelected = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { main } = view.state.selection;
    if (inputType !== 'insertText' || data === null || main.empty || view.composing) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type' });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, main.from, main.to, data, insert))) view.dispatch(insert());
    return true;
  },
});

interface EditorProps {
  /** What the editor is for, in words. */
  label: string;
  /** The text; a new one replaces what was typed. */
  text: string;
  /** Language, completion and checks. */
  extensions: readonly Extension[];
  onChange(text: string): void;
  /** Called by Ctrl-Enter. */
  onRun?(): void;
}

export function Editor({ label, text, extensions, onChange, onRun }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [own] = useState(() => new Compartment());
  const called = useRef({ onChange, onRun });
  called.current = { onChange, onRun };
  useEffect(() => {
    const node = place.current!;
    const root = node.shadowRoot ?? node.attachShadow({ mode: 'open' });
    const run = () => (called.current.onRun?.(), called.current.onRun !== undefined);
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          keymap.of([{ key: 'Mod-Enter', run, preventDefault: true }]),
          ...[lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), autocompletion()],
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
          ...[syntaxHighlighting(highlight), look, EditorView.lineWrapping, replaceSelected],
          // The tabindex tells axe that the scrolled text can have the focus.
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) called.current.onChange(state.doc.toString());
          }),
          own.of([...extensions]),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => view.current?.dispatch({ effects: own.reconfigure([...extensions]) }), [extensions]);
  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);
  return <div ref={place} class="editor" style={{ minHeight: heightOf(text) }} />;
}

/** The room that the text takes, so that nothing moves when the editor is there. */
const heightOf = (text: string) => `clamp(8.6rem, ${text.split('\n').length * 1.29 + 0.6}rem, 24rem)`;
