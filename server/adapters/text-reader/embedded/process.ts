import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import tesseract from 'tesseract.js'

/** `sparse`: finds words anywhere on the picture instead of lines of a page. */
export interface ProcessQuestion {
  readonly id: number
  readonly image: Uint8Array
  readonly sparse: boolean
}
/** `memory`: bytes of this process after the picture. */
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
  const langPath = await mkdtemp(join(tmpdir(), 'muster-text-reader-'))
  try {
    for (const [code, manifest] of Object.entries(packages)) {
      const file = `${code}.traineddata.gz`
      await copyFile(join(dirname(manifest), '4.0.0_best_int', file), join(langPath, file))
    }
    return await tesseract.createWorker(Object.keys(packages), tesseract.OEM.LSTM_ONLY, {
      langPath,
      cacheMethod: 'none',
      errorHandler: () => undefined,
    })
  } finally {
    await rm(langPath, { recursive: true, force: true })
  }
}

let reader: ReturnType<typeof start> | undefined

async function read({ id, image, sparse }: ProcessQuestion): Promise<ProcessAnswer> {
  reader ??= start()
  const worker = await reader
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

process.on('message', (question: ProcessQuestion) => {
  read(question).then(
    (answer) => process.send?.(answer),
    // The reader did not start: the server sees the end of the process.
    () => process.exit(1),
  )
})
// The server has ended.
process.on('disconnect', () => process.exit(0))

// WebAssembly is not part of the heap that Node limits.
const mostMemory = Number(process.env['MOST_MEMORY'])
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(137)
}, 100).unref()
