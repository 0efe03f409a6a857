import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthIt = /\.(?:js|mjs|css|html|svg|json|webmanifest|wasm|txt)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Returns all files under a folder, as paths relative to it. */
export function filesUnder(folder, below = '') {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name)
    return entry.isDirectory() ? filesUnder(folder, name) : [name]
  })
}

/**
 * Writes a .br and a .gz file beside every text file of 1 kB or more, so that the server never compresses
 * during a request.
 */
export async function precompress(folder) {
  const work = filesUnder(folder).filter((name) => worthIt.test(name) && statSync(path.join(folder, name)).size >= 1024)
  const one = async (name) => {
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
    writeFileSync(`${file}.br`, br)
    writeFileSync(`${file}.gz`, gz)
  }
  const lanes = Array.from({ length: 4 }, async () => {
    for (let name = work.pop(); name; name = work.pop()) await one(name)
  })
  await Promise.all(lanes)
}
