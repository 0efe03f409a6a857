/** Where the lines of one server process go. */
export interface Streams {
  readonly stdout: { readonly isTTY?: boolean | undefined; write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

const isRoutine = (line: string) => line.startsWith('{"level":"info"')

/**
 * The log on stdout and messages about forms on stderr, so that `npm start > requests.log` separates them. At a terminal
 * the lines about ordinary requests are left out, because messages would drown in them; `LOG=all` shows every line.
 */
export function terminalLog(setting: string | undefined, { stdout, stderr }: Streams) {
  const isQuiet = stdout.isTTY === true && setting?.trim() !== 'all'
  return {
    log: (line: string) => {
      if (!isQuiet || !isRoutine(line)) stdout.write(`${line}\n`)
    },
    sayForms: (line: string) => {
      stderr.write(`${line}\n`)
    },
  }
}
