import { expect, it } from 'vitest'
import { pdfTools } from '../../scripts/pdfjs-assets.ts'

it('lists what a document requests when it is opened, with sizes, and no maps of East Asian text', () => {
  const tools = pdfTools()
  const names = tools.map(([url]) => url.replace(/^\/pdfjs\/[\d.]+\//, ''))
  expect(names).toEqual(
    expect.arrayContaining([
      'standard_fonts/FoxitDingbats.pfb',
      'standard_fonts/LiberationSans-Regular.ttf',
      'wasm/jbig2.wasm',
      'wasm/openjpeg.wasm',
      'wasm/qcms_bg.wasm',
      'wasm/quickjs-eval.js',
      'wasm/quickjs-eval.wasm',
    ]),
  )
  // What people write needs them; those for Cyrillic, Hebrew, Arabic and Thai are part of the app.
  expect(tools.flatMap(([url]) => /^\/pdfjs\/muster-\d+\/fonts\/(.+)$/.exec(url)?.[1] ?? [])).toEqual(['cjk.ttf', 'hangul.ttf'])
  expect(names.filter((name) => /cmaps|LICENSE|fallback/.test(name))).toEqual([])
  expect(tools.every(([, size]) => size > 1000)).toBe(true)
})
