/** What bash, zsh and fish offer when Tab is pressed after `safelight`. */
import type { CommandOption, CommandTree } from './command-tree.ts';
import { withCommandsBelow } from './command-tree.ts';

const nameOf = ({ words }: CommandTree) => words.split(' ').at(-1)!;
const belowFirst = (tree: CommandTree) => withCommandsBelow(tree).slice(1);
const allOptions = (tree: CommandTree) => {
  const all = withCommandsBelow(tree).flatMap(({ options }) => options);
  return [...new Map(all.map((option) => [option.name, option])).values()];
};
const isPath = ({ value }: CommandOption) => value === '<dir>' || value === '<file>';
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Finds in shell code which command is being typed: `words` of the tree, in the variable `at`. */
const findCommand = (tree: CommandTree, typed: string) => `  local at=safelight word
  for word in ${typed}; do
    case "$at $word" in
      ${belowFirst(tree)
        .map(({ words }) => quoted(words))
        .join(' | ')}) at="$at $word" ;;
    esac
  done`;

export function bashCompletion(tree: CommandTree): string {
  const after = (options: CommandOption[]) => options.map(({ name }) => name).join(' | ');
  const options = allOptions(tree).filter(({ value }) => value !== null);
  return `# bash completion for safelight
_safelight() {
  local current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  case \${COMP_WORDS[COMP_CWORD - 1]} in
    ${after(options.filter(isPath))})
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
${options
  .filter(({ choices }) => choices.length > 0)
  .map(
    ({ name, choices }) => `    ${name})
      mapfile -t COMPREPLY < <(compgen -W ${quoted(choices.join(' '))} -- "$current")
      return
      ;;`,
  )
  .join('\n')}
    ${after(options.filter((option) => !isPath(option) && option.choices.length === 0))}) return ;;
  esac
${findCommand(tree, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case $at in
${withCommandsBelow(tree)
  .map((command) => {
    const words = [...command.commands.map(nameOf), ...command.options.map(({ name }) => name)];
    return `    ${quoted(command.words)}) mapfile -t COMPREPLY < <(compgen -W ${quoted(words.join(' '))} -- "$current") ;;`;
  })
  .join('\n')}
  esac
}
complete -F _safelight safelight
`;
}

export function zshCompletion(tree: CommandTree): string {
  const plain = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');
  const action = (option: CommandOption) => {
    if (option.value === null) return '';
    const what = option.value.replace(/[<>]/g, '');
    if (option.choices.length > 0) return `:${what}:(${option.choices.join(' ')})`;
    return `:${what}:${isPath(option) ? (option.value === '<dir>' ? '_files -/' : '_files') : ' '}`;
  };
  return `#compdef safelight
_safelight() {
  local -a commands options
  local state
${findCommand(tree, '${words[2,CURRENT-1]}')}
  case $at in
${withCommandsBelow(tree)
  .map(
    (command) => `    ${quoted(command.words)})
      commands=(${command.commands.map((each) => quoted(`${nameOf(each)}:${plain(each.description)}`)).join(' ')})
      options=(${command.options.map((option) => quoted(`${option.name}[${plain(option.description)}]${action(option)}`)).join(' ')})
      ;;`,
  )
  .join('\n')}
  esac
  _arguments -C $options '*: :->word' && return
  [[ $state == word ]] && (( \${#commands} )) && _describe -t commands command commands
}
_safelight "$@"
`;
}

export function fishCompletion(tree: CommandTree): string {
  const value = (option: CommandOption) => {
    if (option.value === null) return '';
    if (option.choices.length > 0) return ` -x -a ${quoted(option.choices.join(' '))}`;
    return isPath(option) ? ' -r -F' : ' -x';
  };
  const text = (description: string) => `'${description.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = withCommandsBelow(tree).flatMap((command) => {
    const here = `complete -c safelight -n '__safelight_at "${command.words}"'`;
    return [
      ...command.commands.map((each) => `${here} -a ${nameOf(each)} -d ${text(each.description)}`),
      ...command.options.map(
        (option) => `${here} -l ${option.name.slice(2)}${value(option)} -d ${text(option.description)}`,
      ),
    ];
  });
  return `# fish completion for safelight
function __safelight_at
    set -l at safelight
    for word in (commandline -opc)[2..]
        switch "$at $word"
            case ${belowFirst(tree)
              .map(({ words }) => quoted(words))
              .join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c safelight -f
${lines.join('\n')}
`;
}
