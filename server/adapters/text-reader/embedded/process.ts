import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import tesseract from 'tesseract.js'

/** `sparse`: finds words anywhere on the picture instead of lines of a page. */
export interface ProcessQuestion {
  readonly id: number
  readonly image: Uint8Array
  readonly sparse: boolean
}
/** `ready`: the reader has started, before any answer. `memory`: bytes of this process after the picture. */
export type ProcessMessage = { readonly ready: true } | ProcessAnswer
export type ProcessAnswer = { readonly id: number } & ({ readonly text: string; readonly memory: number } | { readonly trouble: 'broken' })

/** Words of a lower confidence (0 to 100) are noise of the picture. */
const leastConfidence = 30

const require = createRequire(import.meta.url)

const packages = {
  eng: require.resolve('@tesseract.js-data/eng/package.json'),
  spa: require.resolve('@tesseract.js-data/spa/package.json'),
  por: require.resolve('@tesseract.js-data/por/package.json'),
}

/**
 * The package reads all languages from one folder, and loads them from the network without it. Passing the bytes
 * instead fails in version 7.0.0.
 */
async function start() {
  const langPath = process.env['FOLDER'] ?? ''
  for (const [code, manifest] of Object.entries(packages)) {
    const file = `${code}.traineddata.gz`
    await copyFile(join(dirname(manifest), '4.0.0_best_int', file), join(langPath, file))
  }
  return await tesseract.createWorker(Object.keys(packages), tesseract.OEM.LSTM_ONLY, {
    langPath,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  })
}

async function read(worker: tesseract.Worker, { id, image, sparse }: ProcessQuestion): Promise<ProcessAnswer> {
  try {
    await worker.setParameters({ tessedit_pageseg_mode: sparse ? tesseract.PSM.SPARSE_TEXT : tesseract.PSM.AUTO })
    const { data } = await worker.recognize(Buffer.from(image), { rotateAuto: true }, { text: true, blocks: true })
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
    const sure = lines.map(({ words }) =>
      words
        .filter(({ confidence }) => confidence >= leastConfidence)
        .map(({ text }) => text)
        .join(' '),
    )
    return { id, text: sure.filter(Boolean).join('\n'), memory: process.memoryUsage.rss() }
  } catch {
    return { id, trouble: 'broken' }
  }
}

// WebAssembly is not part of the heap that Node limits.
const mostMemory = Number(process.env['MOST_MEMORY'])
const endAboveMemory = () => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(137)
}

// The server has ended.
process.on('disconnect', () => process.exit(0))

start().then(
  (worker) => {
    process.on('message', (question: ProcessQuestion) => {
      void read(worker, question).then((answer) => {
        endAboveMemory()
        process.send?.(answer satisfies ProcessMessage)
      })
    })
    setInterval(endAboveMemory, 100).unref()
    process.send?.({ ready: true } satisfies ProcessMessage)
  },
  // The server sees the end of the process.
  () => process.exit(1),
)
