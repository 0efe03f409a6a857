import { expect, it } from 'vitest'
import { guardScripts } from './guardScripts.ts'

it('starts workers of the app, and none that a person sent or that comes from elsewhere', () => {
  const rules: { createScriptURL(address: string): string }[] = []
  guardScripts({ createPolicy: (_, made) => rules.push(made) }, 'https://site.example')
  const [rule] = rules
  for (const own of ['/sw.js', '/assets/ab_c-1.js', 'https://site.example/assets/pdf.worker.min-x.mjs'])
    expect(rule?.createScriptURL(own)).toBe(own)
  for (const foreign of [
    '/api/files/A2345678901234567890',
    '/media/x.js',
    '/assets/../api/files/A2345678901234567890',
    'https://evil.example/assets/x.js',
    '//evil.example/sw.js',
    'blob:https://site.example/1',
    'data:text/javascript,1',
  ])
    expect(() => rule?.createScriptURL(foreign), foreign).toThrow(TypeError)
})

it('leaves browsers alone that do not check scripts', () => {
  expect(() => guardScripts(undefined, 'https://site.example')).not.toThrow()
})
