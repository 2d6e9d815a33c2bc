/** Completion scripts of shells. Each holds the words, so that completing starts no process. */
import type { CommandWords, OptionWords, OptionValues } from './completion-words.ts';

/** The shells, each with what makes its script. */
export const shells: Readonly<Record<string, (all: readonly CommandWords[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Returns a text in single quotes; bash and zsh end the quotes around one of the text, fish escapes it. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The lines of a `case` that finds the command in the words before the cursor. */
function commandCases(all: readonly CommandWords[]): string {
  const paths = new Set(all.map(({ path }) => path));
  return all
    .flatMap(({ path, inner }) => inner.map(({ name }) => ({ path, name, below: `${path} ${name}`.trim() })))
    .filter(({ below }) => paths.has(below))
    .map(({ path, name, below }) => `      ${quoted(`${path}:${name}`)}) at=${quoted(below)} ;;\n`)
    .join('');
}

/** The lines of a `case` over the command and the word before the cursor. */
function valueCases(all: readonly CommandWords[], said: (values: OptionValues) => string): string {
  return all
    .flatMap(({ path, options }) => options.map((option) => ({ path, option })))
    .flatMap(({ path, option: { names, values } }) =>
      values === undefined
        ? []
        : [`    ${names.map((name) => quoted(`${path}:${name}`)).join(' | ')})\n${said(values)}`],
    )
    .join('');
}

function bashScript(all: readonly CommandWords[]): string {
  const said = (values: OptionValues) => {
    if (values === 'folders') return '      compopt -o dirnames +o default\n      return ;;\n';
    if (values === 'files') return '      return ;;\n';
    const words = values === 'unknown' ? '' : values.words.join(' ');
    return `      compopt +o default\n      COMPREPLY=($(compgen -W ${quoted(words)} -- "$cur"))\n      return ;;\n`;
  };
  const words = all.map(({ path, options, inner }) => {
    const list = [...inner.map(({ name }) => name), ...options.flatMap(({ names }) => names)];
    return `    ${quoted(path)}) words=${quoted(list.join(' '))} ;;\n`;
  });
  return `# Completion of ledgerlake for bash: eval "$(ledgerlake completion bash)"
_ledgerlake() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at='' words='' i
  # bash splits --option=value into three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at:\${COMP_WORDS[i]}" in
${commandCases(all)}    esac
  done
  COMPREPLY=()
  case "$at:$prev" in
${valueCases(all, said)}  esac
  case "$at" in
${words.join('')}  esac
  if [[ $cur == -* ]]; then
    compopt +o default
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  # Words that begin with a dash are offered once a dash is typed.
  if [[ $cur != -* ]]; then
    for i in "\${!COMPREPLY[@]}"; do
      [[ \${COMPREPLY[i]} == -* ]] && unset "COMPREPLY[i]"
    done
    COMPREPLY=("\${COMPREPLY[@]}")
  fi
}
complete -o default -F _ledgerlake ledgerlake
`;
}

function zshScript(all: readonly CommandWords[]): string {
  const said = (values: OptionValues) => {
    if (values === 'folders') return '      _files -/\n      return ;;\n';
    if (values === 'files') return '      _files\n      return ;;\n';
    if (values === 'unknown') return "      _message 'value'\n      return ;;\n";
    return `      compadd -- ${values.words.map(quoted).join(' ')}\n      return ;;\n`;
  };
  const described = (name: string, text: string) =>
    quoted(`${name.replaceAll(':', '\\:')}:${text.replaceAll(':', '\\:')}`);
  const words = all.map(({ path, options, inner }) => {
    const commands = inner.map(({ name, summary }) => described(name, summary)).join(' ');
    const flags = options
      .flatMap(({ names, description }) => names.map((name) => described(name, description)))
      .join(' ');
    return `    ${quoted(path)})\n      commands=(${commands})\n      flags=(${flags}) ;;\n`;
  });
  return `#compdef ledgerlake
# Completion of ledgerlake for zsh: source <(ledgerlake completion zsh), after compinit
_ledgerlake() {
  local at='' word
  local -a commands flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at:$word" in
${commandCases(all)}    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${valueCases(all, said)}  esac
  case "$at" in
${words.join('')}  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}
if [[ $funcstack[1] == _ledgerlake ]]; then
  _ledgerlake "$@"
else
  compdef _ledgerlake ledgerlake
fi
`;
}

function fishScript(all: readonly CommandWords[]): string {
  const lines = all.flatMap(({ path, options, inner }) => {
    const at = `__ledgerlake_at ${fishQuoted(path)}`;
    const commands = inner.map(
      ({ name, summary }) => `complete -c ledgerlake -f -n ${fishQuoted(at)} -a ${name} -d ${fishQuoted(summary)}`,
    );
    return [
      ...commands,
      ...options.map((option) => `complete -c ledgerlake -n ${fishQuoted(at)} ${fishOption(option)}`),
    ];
  });
  const paths = all.filter(({ path }) => path !== '').map(({ path }) => fishQuoted(path));
  return `# Completion of ledgerlake for fish: ledgerlake completion fish | source
set -g __ledgerlake_paths ${paths.join(' ')}
# Whether the words before the cursor name this command.
function __ledgerlake_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    contains -- "$next" $__ledgerlake_paths; and set at "$next"
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function fishOption({ names, description, values }: OptionWords): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
  const about = `${flags} -d ${fishQuoted(description)}`;
  if (values === undefined) return about;
  if (values === 'files') return `${about} -r -F`;
  if (values === 'folders') return `${about} -x -a '(__fish_complete_directories)'`;
  return values === 'unknown' ? `${about} -x` : `${about} -x -a ${fishQuoted(values.words.join(' '))}`;
}
