import type { Command } from 'commander';
import { LIST } from '../entry';

/** The shells that can complete relayctl's commands. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** A word that may come next, such as `show` after `tenant`. */
interface Word {
  word: string;
  description: string;
}

/** The words that may come next, by the command so far: empty, `tenant` or `tenant show`. */
type CommandTree = ReadonlyMap<string, readonly Word[]>;

/** Collects the words from the parser's own commands and options. */
export function treeOf(program: Command): CommandTree {
  const help = { word: '--help', description: 'Show help with examples' };
  const ofAll = [...optionsOf(program).filter(({ word }) => word !== '--version'), help];
  const commandsOf = (command: Command): Word[] =>
    command.commands.map((each) => ({ word: each.name(), description: each.description() }));
  const tree = new Map([['', [...commandsOf(program), ...optionsOf(program), help]]]);
  for (const command of program.commands) {
    const usual = command.commands.filter((each) => each.name() === LIST).flatMap(optionsOf);
    const words = [...commandsOf(command), ...optionsOf(command), ...usual, ...ofAll];
    tree.set(command.name(), words);
    for (const each of command.commands) {
      tree.set(`${command.name()} ${each.name()}`, [...optionsOf(each), ...ofAll]);
    }
  }
  return tree;
}

function optionsOf(command: Command): Word[] {
  return command.options.flatMap(({ long, description }) =>
    long ? [{ word: long, description }] : [],
  );
}

/** Makes the script, to be sourced or installed in the shell's completion folder. */
export function completionScript(shell: Shell, tree: CommandTree): string {
  return WRITERS[shell](tree);
}

const WRITERS: Record<Shell, (tree: CommandTree) => string> = { bash, zsh, fish };

function bash(tree: CommandTree): string {
  return `# bash completion for relayctl: source <(relayctl completion bash)
_relayctl() {
  local place='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${place:+$place }$word" in
      ${places(tree).map(quote).join(' | ')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${cases(tree, (words) => `words=${quote(words.map(({ word }) => word).join(' '))}`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _relayctl relayctl
`;
}

function zsh(tree: CommandTree): string {
  const described = ({ word, description }: Word): string =>
    quote(`${word.replaceAll(':', '\\:')}:${description}`);
  return `#compdef relayctl
# zsh completion for relayctl: relayctl completion zsh > "\${fpath[1]}/_relayctl"
_relayctl() {
  local place='' word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in
      ${places(tree).map(quote).join(' | ')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${cases(tree, (words) => `choices=(${words.map(described).join(' ')})`)}
  esac
  _describe relayctl choices || _files
}
if [[ $funcstack[1] == _relayctl ]]; then _relayctl "$@"; else compdef _relayctl relayctl; fi
`;
}

function fish(tree: CommandTree): string {
  const lines = [...tree].flatMap(([place, words]) =>
    words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c relayctl -f -n "__relayctl_at '${place}'" ${what} -d ${fishQuote(description)}`;
    }),
  );
  return `# fish completion for relayctl: relayctl completion fish | source
function __relayctl_at
    set -l place
    for word in (commandline -opc)[2..]
        switch (string trim -- "$place $word")
            case ${places(tree).map(quote).join(' ')}
                set -a place $word
        end
    end
    test "$place" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function places(tree: CommandTree): string[] {
  return [...tree.keys()].filter((place) => place !== '');
}

function cases(tree: CommandTree, then: (words: readonly Word[]) => string): string {
  return [...tree].map(([place, words]) => `    ${quote(place)}) ${then(words)} ;;`).join('\n');
}

/** Quotes a text as one word of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a text as one word of fish, where a backslash escapes a quote. */
function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
