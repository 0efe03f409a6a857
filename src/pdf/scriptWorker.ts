/// <reference lib="webworker" />
// Runs the scripts of a document in an isolated interpreter (QuickJS in WebAssembly): they can access neither
// the page nor the network. Terminating this worker ends an endless script.
import type { ScriptAnswer, ScriptEvent, ScriptQuestion, ScriptUpdate } from './ScriptQuestion.ts'

interface Sandbox {
  create(data: unknown): void
  dispatchEvent(event: ScriptEvent): void
  /** The functions that the interpreter can call. */
  support: { win: unknown }
}

interface Interpreter {
  QuickJSSandbox(wasm: string): Promise<Sandbox>
}

let sandbox: Sandbox | undefined
let updates: ScriptUpdate[] = []
let said: string[] = []

/** The small part of `window` that scripts can use: timers and dialogs. */
const outside = {
  setTimeout: self.setTimeout.bind(self),
  clearTimeout: self.clearTimeout.bind(self),
  setInterval: self.setInterval.bind(self),
  clearInterval: self.clearInterval.bind(self),
  alert: (text: string) => void said.push(text),
  confirm: () => false,
  prompt: () => null,
  URL,
  CustomEvent,
  console: { error: () => undefined },
  dispatchEvent: ({ detail }: CustomEvent<ScriptUpdate>) => void updates.push(detail),
}

async function begin({ start, wasm }: ScriptQuestion): Promise<void> {
  if (start === undefined) return
  // The interpreter needs a global `window`; it gets the one below.
  if (typeof window === 'undefined') Object.assign(self, { window: outside })
  // @ts-expect-error It has no types.
  const { QuickJSSandbox } = (await import('pdfjs-dist/legacy/build/pdf.sandbox.min.mjs')) as Interpreter
  sandbox = await QuickJSSandbox(wasm ?? '')
  sandbox.support.win = outside
  sandbox.create(start)
}

async function answerTo(question: ScriptQuestion): Promise<ScriptAnswer> {
  updates = []
  said = []
  try {
    await begin(question)
    for (const event of question.events) sandbox?.dispatchEvent(event)
    return { turn: question.turn, ok: sandbox !== undefined, updates, said }
  } catch {
    return { turn: question.turn, ok: false, updates: [], said: [] }
  }
}

let running = Promise.resolve()
self.addEventListener('message', ({ data }: MessageEvent<ScriptQuestion>) => {
  running = running.then(async () => self.postMessage(await answerTo(data)))
})
