/// <reference lib="webworker" />
// The scripts of a document run here, in an interpreter of their own (QuickJS in WebAssembly): they reach neither the page nor the network, and
// one that never ends is ended with this worker.
import type { ScriptAnswer, ScriptEvent, ScriptQuestion, ScriptUpdate } from './scriptMessages.ts'

interface Sandbox {
  create(data: unknown): void
  dispatchEvent(event: ScriptEvent): void
  /** What the interpreter may call. */
  support: { win: unknown }
}

interface Interpreter {
  QuickJSSandbox(wasm: string): Promise<Sandbox>
}

let sandbox: Sandbox | undefined
let updates: ScriptUpdate[] = []
let said: string[] = []

/** The little of a window that scripts are given: time, and words to say. */
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
  // It asks for a window by name and is given ours below.
  if (typeof window === 'undefined') Object.assign(self, { window: outside })
  // @ts-expect-error It comes without types.
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
