import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('recordWrites.c', import.meta.url))

/** Returns why this machine cannot record writes, or undefined if it can. */
export function whyNoRecorder(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'it needs a C compiler (cc) to build the recorder of writes'
  }
}

/** Builds the recorder into a folder and returns its file. */
export function buildRecorder(folder: string): string {
  const library = join(folder, 'recordWrites.so')
  execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: ['ignore', 'inherit', 'inherit'] })
  return library
}

const stopByte = 64

/** Records what processes change below one folder, from its start until `stop`. */
export class Recording {
  /** Processes with these settings are recorded, and so are their children. */
  readonly env: Record<string, string>
  readonly #folder = mkdtempSync(join(tmpdir(), 'muster-recording-'))
  readonly #log = join(this.#folder, 'log')
  readonly #control = join(this.#folder, 'control')

  constructor(root: string, library: string) {
    // PostgreSQL runs as another user.
    for (const [file, bytes] of [
      [this.#log, 0],
      [this.#control, 4096],
    ] as const)
      writeFileSync(file, Buffer.alloc(bytes), { mode: 0o666 })
    execFileSync('chmod', ['-R', 'a+rwX', this.#folder])
    this.env = {
      LD_PRELOAD: library,
      RECORD_ROOT: root,
      RECORD_LOG: this.#log,
      RECORD_CONTROL: this.#control,
      RECORD_FLUSH_US: '2000',
      // The recorder sees calls of the C library only.
      UV_USE_IO_URING: '0',
    }
  }

  /** Length of the log: what an answer rests on is before it. */
  size(): number {
    return statSync(this.#log).size
  }

  /** Freezes the processes at their next change, then kills them. */
  async stop(): Promise<void> {
    const control = openSync(this.#control, 'r+')
    writeSync(control, Buffer.from([1]), 0, 1, stopByte)
    const lock = Buffer.alloc(1)
    for (let free = 0; free < 3; ) {
      readSync(control, lock, 0, 1, 0)
      free = lock[0] === 0 ? free + 1 : 0
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    closeSync(control)
    for (const pid of this.#processes()) process.kill(pid, 'SIGKILL')
    while (this.#processes().length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  /** The recorded processes: those with this control file in their settings. */
  #processes(): number[] {
    const mark = `RECORD_CONTROL=${this.#control}\0`
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => {
        try {
          return pid > 0 && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
        } catch {
          return false
        }
      })
  }

  read(): Buffer {
    return readFileSync(this.#log)
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
