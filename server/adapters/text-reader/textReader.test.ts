import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { join, dirname } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { compareTexts } from './embedded/compareTexts.ts'
import { embeddedTextReader } from './embedded/embeddedTextReader.ts'
import { pictureSize } from './embedded/pictureSize.ts'
import { httpTextReader } from './http/httpTextReader.ts'
import { type TextReader, TextReaderFailed, type TextReaderQuestion } from './textReader.ts'

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Regular.ttf'), 'Ticket')

interface Look {
  /** Degrees. */
  readonly turn?: number
  readonly ink?: string
  readonly paper?: string
}

/** A photo of a ticket with these lines. */
function ticket(lines: readonly string[], { turn = 0, ink = '#111', paper = '#fff' }: Look = {}): Buffer {
  const canvas = createCanvas(640, 300)
  const pen = canvas.getContext('2d')
  pen.fillStyle = paper
  pen.fillRect(0, 0, 640, 300)
  pen.translate(320, 150)
  pen.rotate((turn * Math.PI) / 180)
  pen.fillStyle = ink
  pen.font = '44px Ticket'
  pen.textAlign = 'center'
  lines.forEach((line, index) => pen.fillText(line, 0, (index - (lines.length - 1) / 2) * 66))
  return canvas.toBuffer('image/jpeg', 90)
}

/** The header of a PNG of this size; its pixels are missing. */
function largePng(side: number): Buffer {
  const bytes = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  return bytes
}

const question = (image: Buffer, ...validation: string[]): TextReaderQuestion => ({
  validation,
  customValidation: [],
  type: 'image/jpeg',
  image: image.toString('base64'),
})

const embedded = embeddedTextReader()
let server: Server
let address = ''
const keys: (string | undefined)[] = []
/** Answers `status` without reading, until it is 200. */
let status = 200

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers.authorization)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (status !== 200) return void response.writeHead(status).end('PERMIT')
      void embedded
        .check(JSON.parse(Buffer.concat(parts).toString()) as TextReaderQuestion)
        .then((answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/read`
})
afterAll(() => {
  embedded.close()
  server.close()
})

const readers: readonly [string, () => TextReader][] = [
  ['the built-in reader', () => embedded],
  ['a service', () => httpTextReader({ url: address, key: 'k1' })],
]

describe.each(readers)('%s', (_, reader) => {
  const permit = ['PERMIT 4711', 'HOT WORK']

  it('FE-146 FE-333 finds the number of a permit on its photo, and misses another number', async () => {
    const image = ticket(permit)
    expect(await reader().check(question(image, 'Permit 4711', 'hot work'))).toEqual({
      success: true,
      validationResults: [
        { text: 'Permit 4711', found: true },
        { text: 'hot work', found: true },
      ],
    })
    expect(await reader().check(question(image, 'Permit 4712', 'hot work'))).toMatchObject({
      success: false,
      validationResults: [{ found: false }, { found: true }],
    })
  }, 30_000)

  it.each([
    ['turned by five degrees', permit, { turn: 5 }, 'Permit 4711'],
    ['of low contrast', permit, { ink: '#999', paper: '#bbb' }, 'Permit 4711'],
    ['in Spanish', ['Señalización del año', 'Trabajadores: 14'], {}, 'señalización del año'],
    ['in Portuguese', ['Operação de caminhão'], {}, 'operação de caminhão'],
  ] as const)(
    'FE-146 reads a photo %s',
    async (_look, lines, look, text) => {
      expect(await reader().check(question(ticket(lines, look), text))).toMatchObject({ success: true })
    },
    30_000,
  )

  it('FE-333 gives the number of workers that the photo shows', async () => {
    expect(await reader().check(question(ticket(['Gate 3', 'Manpower: 14']), 'Gate 3'))).toMatchObject({ success: true, manpower: 14 })
  }, 30_000)

  it.each([
    ['an empty picture', ticket([])],
    ['a broken file', ticket(permit).subarray(0, 100)],
    ['a text in place of a picture', Buffer.from('PERMIT 4711')],
    ['a picture of 20,000 × 20,000 pixels', largePng(20_000)],
  ])(
    'gives no verdict on %s, and reads the next one',
    async (_name, image) => {
      expect(await reader().check(question(image, 'Permit 4711'))).toEqual({})
    },
    30_000,
  )
})

describe('the process of the built-in reader', () => {
  it('is killed when it hangs; the next photo gets a new one', async () => {
    const slow = embeddedTextReader({ milliseconds: 1 })
    expect(await slow.check(question(ticket(['PERMIT']), 'Permit'))).toEqual({})
    expect(slow.pid()).toBeUndefined()
    slow.close()
  }, 30_000)

  it('ends when it takes too much memory, without a verdict', async () => {
    const small = embeddedTextReader({ memory: 1 })
    expect(await small.check(question(ticket(['PERMIT']), 'Permit'))).toEqual({})
    small.close()
  }, 30_000)

  it('lets a limited number of photos wait, and gives each its own verdict', async () => {
    const short = embeddedTextReader({ mostWaiting: 1, milliseconds: 1 })
    const image = ticket(['PERMIT 4711'])
    const asked = [1, 2, 3].map(() => short.check(question(image, 'Permit 4711')))
    const ends = await Promise.allSettled(asked)
    expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(ends[2]).toMatchObject({ reason: expect.any(TextReaderFailed) as unknown })
    short.close()
  }, 30_000)

  it('that does not start is a fault of the server, not of the photo', async () => {
    const late = embeddedTextReader({ startMs: 1 })
    await expect(late.check(question(ticket(['PERMIT']), 'Permit'))).rejects.toBeInstanceOf(TextReaderFailed)
    expect(late.pid()).toBeUndefined()
    late.close()
  }, 30_000)

  it('that a photo ends in any way gives this photo no verdict', async () => {
    const reader = embeddedTextReader()
    const image = ticket(['PERMIT 4711'])
    await reader.check(question(image, 'Permit 4711'))
    const check = reader.check(question(image, 'Permit 4712'))
    await new Promise(setImmediate)
    process.kill(reader.pid() as number, 'SIGKILL')
    expect(await check).toEqual({})
    expect(await reader.check(question(image, 'Permit 4711'))).toMatchObject({ success: true })
    reader.close()
  }, 60_000)

  it('does not keep a stopping server waiting: running, waiting and later checks fail', async () => {
    const reader = embeddedTextReader()
    const ask = () => reader.check(question(ticket(['PERMIT']), 'Permit'))
    const asked = Promise.allSettled([ask(), reader.check(question(ticket(['PERMIT']), 'Permit'), { patient: true }), ask()])
    reader.close()
    for (const end of [...(await asked), ...(await Promise.allSettled([ask()]))])
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(TextReaderFailed) as unknown })
    expect(reader.pid()).toBeUndefined()
  }, 30_000)

  it('stops reading for a caller who has left, who waits or is read, and goes on with the next', async () => {
    const reader = embeddedTextReader()
    const image = ticket(['PERMIT 4711'])
    const leaving = [new AbortController(), new AbortController()]
    const asked = leaving.map(({ signal }) => reader.check(question(image, 'Permit 4711'), { signal }))
    const next = reader.check(question(image, 'Permit 4711'))
    for (const controller of leaving) controller.abort()
    for (const end of await Promise.allSettled(asked))
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(TextReaderFailed) as unknown })
    expect(await next).toMatchObject({ success: true })
    reader.close()
  }, 30_000)

  it('keeps a place for a patient check when the line is full; the others leave after their time', async () => {
    const reader = embeddedTextReader({ mostWaiting: 1, waitMs: 1 })
    const image = ticket(['PERMIT 4711'])
    const asked = [false, false, true, false].map((patient) => reader.check(question(image, 'Permit 4711'), { patient }))
    const ends = await Promise.allSettled(asked)
    expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    reader.close()
  }, 30_000)

  it('leaves no folder behind', async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('muster-text-reader-'))
    const before = folders()
    const reader = embeddedTextReader({ milliseconds: 1 })
    const check = reader.check(question(ticket(['PERMIT']), 'Permit'))
    await vi.waitFor(() => expect(folders().length).toBe(before.length + 1))
    await check
    reader.close()
    expect(folders()).toEqual(before)
  }, 30_000)

  it('has none of the settings of the server', async () => {
    if (process.platform !== 'linux') return
    await embedded.check(question(ticket(['PERMIT']), 'Permit'))
    const pid = embedded.pid()
    expect(pid).toBeDefined()
    expect(
      readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((line) => line.split('=')[0]),
    ).not.toContain('PATH')
  }, 30_000)
})

describe('hostile input', () => {
  it('is compared without blocking the server', () => {
    const text = 'a '.repeat(20_000)
    const started = performance.now()
    expect(compareTexts(text, { validation: [`${'b'.repeat(20_000)}`, 'aab'], customValidation: [] })).toMatchObject({ success: false })
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it.each([0x00, 0x01, 0xd0, 0xd7, 0xd8, 0xd9])('a JPEG has no size after the marker %i, which has no length', (marker) => {
    const frame = [0xff, 0xc0, 0, 17, 8, 0, 9, 0, 7]
    expect(pictureSize(Uint8Array.from([0xff, 0xd8, ...frame]))).toEqual({ width: 7, height: 9 })
    expect(pictureSize(Uint8Array.from([0xff, 0xd8, 0xff, marker, 0, 2, ...frame]))).toBeUndefined()
  })
})

describe('a service for text on photos', () => {
  it('that sends an endless answer fails, and a check ends with the server', async () => {
    const endless = createServer((request, response) => {
      request.resume()
      const send = () => void (response.destroyed || response.write('"'.repeat(10_000), send))
      if (request.url === '/endless') send()
    })
    await new Promise<void>((ready) => endless.listen(0, '127.0.0.1', ready))
    const { port } = endless.address() as AddressInfo
    await expect(httpTextReader({ url: `http://127.0.0.1:${port}/endless` }).check(question(ticket([]), 'x'))).rejects.toThrow(
      'an answer of another shape',
    )
    const silent = httpTextReader({ url: `http://127.0.0.1:${port}/silent` })
    const check = silent.check(question(ticket([]), 'x'))
    silent.close()
    await expect(check).rejects.toBeInstanceOf(TextReaderFailed)
    endless.closeAllConnections()
    endless.close()
  }, 10_000)

  it('gets its key, and no verdict is made of an error', async () => {
    const reader = httpTextReader({ url: address, key: 'k1' })
    status = 503
    await expect(reader.check(question(ticket([]), 'x'))).rejects.toThrow('the text reader answered 503')
    status = 422
    expect(await reader.check(question(ticket([]), 'x'))).toEqual({})
    status = 200
    expect(new Set(keys)).toEqual(new Set(['Bearer k1']))
  })

  it('that is away fails, so that the photo is asked about again', async () => {
    const reader = httpTextReader({ url: 'http://127.0.0.1:9/read' })
    await expect(reader.check(question(ticket([]), 'x'))).rejects.toBeInstanceOf(TextReaderFailed)
  })
})
