import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useServer } from '../../../tests/harness/testServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-media-'))
const forms = join(folder, 'forms')
mkdirSync(join(forms, 'Drawings/Level 2'), { recursive: true })
writeFileSync(join(forms, 'film.webm'), '0123456789')
writeFileSync(join(forms, 'Drawings/Level 2/A 201.pdf'), '%PDF-1.4')
writeFileSync(join(forms, 'page.html'), '<script>alert(1)</script>')
writeFileSync(join(forms, 'picture.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(forms, '.hidden.pdf'), 'x')
writeFileSync(join(folder, 'secret.pdf'), 'x')
symlinkSync(join(folder, 'secret.pdf'), join(forms, 'out.pdf'))

describe('videos and documents beside the forms', () => {
  const server = useServer({ forms })
  const get = (path: string, headers?: Record<string, string>) => server.nobody().get(`/media/${path}`, headers)

  it('are given whole, and piece by piece to players that jump', async () => {
    const whole = await get('film.webm')
    expect([whole.status, whole.text, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      '0123456789',
      'video/webm',
      'bytes',
    ])
    const part = await get('film.webm', { range: 'bytes=2-4' })
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
    expect((await get('film.webm', { range: 'bytes=-3' })).text).toBe('789')
    expect((await get('film.webm', { range: 'bytes=20-' })).status).toBe(416)
    const etag = whole.headers.get('etag') ?? ''
    expect((await get('film.webm', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('film.webm', { range: 'bytes=2-4', 'if-range': etag })).status).toBe(206)
    // The file has changed: a range of it would not match the bytes on the device.
    expect((await get('film.webm', { range: 'bytes=2-4', 'if-range': '"old"' })).text).toBe('0123456789')
  })

  it('of the demo are there too, with captions', async () => {
    expect((await get('site-safety.webm')).headers.get('content-type')).toBe('video/webm')
    expect((await get('site-safety.es.vtt')).text).toContain('Casco, chaleco')
    expect((await get('site-rules.pt.pdf')).text.slice(0, 5)).toBe('%PDF-')
  })

  it('never a page, a drawing with scripts, a hidden file, a form, or one outside of the folder', async () => {
    for (const name of ['page.html', 'picture.svg', '.hidden.pdf', 'out.pdf', 'nothing.pdf', '..%2fsecret.pdf', 'Drawings', 'Drawings/'])
      expect([name, (await get(name)).status]).toEqual([name, 404])
    // No URL may contain NUL, whether the file exists or not.
    expect((await get('film.webm%00.pdf')).status).toBe(400)
  })

  it('are listed with their folders for the file browser, without captions', async () => {
    const { body } = await server.nobody().get<{ files: { path: string; url: string; size: number; type: string }[] }>('/api/media')
    const paths = body.files.map(({ path }) => path)
    expect(paths).toContain('site-safety.webm')
    expect(paths.filter((path) => /vtt|html|svg|hidden/.test(path))).toEqual([])
    const drawing = body.files.find(({ path }) => path === 'Drawings/Level 2/A 201.pdf')
    expect(drawing).toMatchObject({ url: '/media/Drawings/Level%202/A%20201.pdf', size: 8, type: 'application/pdf' })
    expect((await server.nobody().get(drawing?.url ?? '')).text).toBe('%PDF-1.4')
  })
})
