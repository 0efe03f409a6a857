import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

/** A valid form. */
export const wholePdf = readFileSync('tests/pdf/forms/every-type.pdf')

const page = (box: string, more = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${more} >>`

/**
 * Builds a PDF from objects, numbered from 1, without a cross-reference table: readers must scan for them.
 */
export function pdfOf(...objects: readonly string[]): Buffer {
  const text = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${text}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

const root = '<< /Type /Catalog /Pages 2 0 R >>'
/** A document with one page of this size, in points. */
export const onePage = (box: string, more = '') => pdfOf(root, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page(box, more))

/** Files that users upload as PDF and no program can open. */
export const unreadablePdfs: Readonly<Record<string, Buffer>> = {
  'a file of 0 bytes': Buffer.alloc(0),
  'the first half of a file': wholePdf.subarray(0, wholePdf.length >> 1),
  'the first line of a file': wholePdf.subarray(0, 12),
  'a photo that is called .pdf': Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  'the page of an error, saved as .pdf': Buffer.from('<!doctype html><title>404</title><h1>Not Found</h1>'),
  'a document without pages': pdfOf(root, '<< /Type /Pages /Kids [] /Count 0 >>'),
  'a list of pages that holds only itself': pdfOf(root, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'),
  'two lists of pages that hold each other': pdfOf(
    root,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
  ),
  'noise behind the name of a PDF': Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2000, 0x9d)]),
}

/** Forty lists of pages that each hold the next one twice: a reader that follows them all meets 2^40 pages. */
const doubled = Array.from({ length: 40 }, (_, at) => `<< /Type /Pages /Kids [${at + 3} 0 R ${at + 3} 0 R] /Count 2 >>`)

const thousand = Array.from({ length: 1000 }, (_, at) => at + 3)

/** Files with errors that can still be read. */
export const oddPdfs: Readonly<Record<string, Buffer>> = {
  'words before the file begins': Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'), wholePdf]),
  'a file without its list of objects': onePage('0 0 300 400'),
  'a list of pages that also holds itself': pdfOf(
    root,
    '<< /Type /Pages /Kids [3 0 R] /Count 9 >>',
    '<< /Type /Pages /Kids [2 0 R 4 0 R] /Count 3 >>',
    page('0 0 300 400'),
  ),
  'lists of pages that double forty times': pdfOf(root, ...doubled, page('0 0 300 400')),
  'a page as large as a page may be': onePage('0 0 14400 14400'),
  'a page like a thread': onePage('0 0 3 14400'),
  'a page without a size': onePage('0 0 0 0'),
  'a million pages, as it says': pdfOf(root, '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>', page('0 0 300 400')),
  'a thousand pages': pdfOf(
    root,
    `<< /Type /Pages /Kids [${thousand.map((number) => `${number} 0 R`).join(' ')}] /Count 1000 >>`,
    ...thousand.map(() => page('0 0 612 792')),
  ),
}

/** A list of more pages than a document may have. */
export const endlessPdf = (): Buffer =>
  pdfOf(root, `<< /Type /Pages /Kids [${'3 0 R '.repeat(20_001)}] /Count 20001 >>`, page('0 0 300 400'))

/** A few kB that inflate to 100 MB, in a stream that a reader must decode. */
export function inflatingPdf(): Buffer {
  const packed = deflateSync(Buffer.alloc(100 * 1024 * 1024, 0x20))
  const [before, after] = [onePage('0 0 300 400').toString('latin1').split('trailer')[0] ?? '', 'trailer\n<< /Root 1 0 R >>\n%%EOF\n']
  const stream = `9 0 obj\n<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(before + stream, 'latin1'), packed, Buffer.from(`\nendstream\nendobj\n${after}`)])
}
