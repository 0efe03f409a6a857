import { describe, expect, it } from 'vitest'
import { fileHref, pictureSrc, safeHref } from './safeHref.ts'

const hostile = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'filesystem:https://site.example/x',
  'intent://x#Intent;end',
  'view-source:https://site.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/x\n/y',
  'evil.example',
  '',
  undefined,
  null,
  7,
  { toString: () => 'javascript:alert(1)' },
]

describe('where a link leads', () => {
  it('follows web addresses, mail, phone numbers and places of this site, and nothing else', () => {
    for (const good of [
      'https://site.example/a?b#c',
      'HTTP://site.example',
      'mailto:ana@site.example',
      'tel:+12025550104',
      '/frontend/tasks/1',
      '#top',
      '?page=2',
    ])
      expect(safeHref(good)).toBe(good)
    for (const bad of [...hostile, 'blob:https://site.example/1']) expect([bad, safeHref(bad)]).toEqual([bad, undefined])
  })

  it('opens a file that is on the device, and draws pictures from this site alone', () => {
    expect(fileHref('blob:https://site.example/1')).toBe('blob:https://site.example/1')
    for (const bad of hostile) expect([bad, fileHref(bad), pictureSrc(bad)]).toEqual([bad, undefined, undefined])
    for (const good of ['/api/files/x', 'blob:https://site.example/1', 'data:image/png;base64,AAAA']) expect(pictureSrc(good)).toBe(good)
    for (const bad of ['https://evil.example/count.gif', 'data:image/svg+xml;base64,AAAA', 'data:text/html;base64,AAAA'])
      expect([bad, pictureSrc(bad)]).toEqual([bad, undefined])
  })
})
