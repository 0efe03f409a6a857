import { inflateSync } from 'node:zlib'
import { PDFDocument, type PDFRawStream } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { type Document, documentPdf } from './documentPdf.ts'

const at = new Date('2026-11-23T00:00:00Z')
const talk: Document = {
  title: 'Toolbox talk',
  about: [
    ['Date', '23/11/2026'],
    ['Place', ''],
  ],
  sections: [],
}

async function pagesOf(document: Document): Promise<string[]> {
  const file = await PDFDocument.load(await documentPdf(document, at))
  return file.getPages().map(({ node }) => Buffer.from(inflateSync((node.Contents() as PDFRawStream).contents)).toString('latin1'))
}

/** Returns the texts of a page with the place of each. */
const textsOf = (page: string) =>
  [...page.matchAll(/ Tf ([\d.]+) ([\d.]+) Td <(\w*)> Tj/g)].map(([, x, y, hex = '']) => ({
    x: Number(x),
    y: Number(y),
    text: Buffer.from(hex, 'hex').toString('latin1'),
  }))

describe('a document as PDF', () => {
  it('has its title, what it is about, and its sections below each other', async () => {
    const [page = '', ...others] = await pagesOf({ ...talk, sections: [{ heading: 'Hazards', lines: ['Falls', 'Noise'] }] })
    expect(others).toEqual([])
    const texts = textsOf(page)
    expect(texts.map(({ text }) => text)).toEqual(['Toolbox talk', 'Date: 23/11/2026', 'Hazards', 'Falls', 'Noise', '1 / 1'])
    expect(texts.map(({ y }) => y)).toEqual(texts.map(({ y }) => y).toSorted((a, b) => b - a))
    expect(texts.map(({ x }) => x)).toEqual([56, 56, 56, 66, 66, 56])
  })

  it('breaks lines between words, continues on a new page, and numbers its pages', async () => {
    const line = 'Wear your helmet at all times, '.repeat(8).trim()
    const pages = await pagesOf({ ...talk, sections: [{ heading: 'Rules', lines: Array.from({ length: 30 }, () => line) }] })
    const texts = pages.map(textsOf)
    expect(texts.map((page) => page.at(-1)?.text)).toEqual(['1 / 3', '2 / 3', '3 / 3'])
    for (const page of texts) for (const { y } of page.slice(0, -1)) expect(y).toBeGreaterThanOrEqual(55.9)
    const words = texts.flatMap((page) => page.slice(0, -1)).map(({ text }) => text)
    expect(words.slice(3).join(' ')).toBe(Array.from({ length: 30 }, () => line).join(' '))
  })

  it('draws a name in another script upright, as outlines', async () => {
    const [page = ''] = await pagesOf({ ...talk, sections: [{ heading: 'People', lines: ['Ж'] }] })
    const [, scale, skew, turn, up] = /q (\S+) (\S+) (\S+) (\S+) 66 \S+ cm/.exec(page) ?? []
    expect([Number(scale) > 0, skew, turn, up]).toEqual([true, '0', '0', scale])
    // The letter stands on the base line: its middle stroke goes from 0 up to the height of a capital.
    expect(page).toContain('1078 1490 m\n1078 0 l\n888 0 l\n888 1490 l\nh\n')
    expect(textsOf(page).map(({ text }) => text)).not.toContain('?')
  })

  it('is the same file every time', async () => {
    expect(await documentPdf(talk, at)).toEqual(await documentPdf(talk, at))
  })
})
