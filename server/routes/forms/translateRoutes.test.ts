import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixedTexts, mostTexts } from '../../../contract/endpoints/translate.ts'
import { useServer } from '../../../tests/harness/testServer.ts'

interface Answer {
  readonly translations: string[]
  readonly error: { code: string; details?: { path: string }[] }
}

const inputs = (texts: readonly string[]) => texts.map((text) => ({ text }))

describe('with the words that the server brings along', () => {
  const server = useServer()
  const translate = (outputLang: string, texts: readonly string[]) =>
    server.nobody().ask<Answer>('POST', '/api/translate', { outputLang, inputs: inputs(texts) })

  it('FE-339 answers in the order of the inputs, and an unknown text as it is', async () => {
    const { body } = await translate('es', ['Worker', 'Pier 4 north rebar', 'Tomorrow', 'Worker'])
    expect(body.translations).toEqual(['Trabajador', 'Pier 4 north rebar', 'Mañana', 'Trabajador'])
    expect((await translate('es', [])).body.translations).toEqual([])
    const spaces = Array.from({ length: 150 }, (_, n) => `x${' '.repeat(4990)}x${n % 10}`)
    expect((await translate('es', spaces)).body.translations).toEqual(spaces)
    expect((await translate('es', ['Notes:', ' name * '])).body.translations).toEqual(['Notas:', ' Nombre * '])
  })

  it('FE-377 FE-378 knows every one of the fixed strings in both languages', async () => {
    expect(new Set(fixedTexts).size).toBe(36)
    for (const text of [
      'Vendor',
      'Foreman',
      'Superintendent',
      'Journeyman',
      'Apprentice',
      'Crew Lead',
      'Delivery Driver',
      'Visitor',
      'Worker',
      'Other',
    ])
      expect(fixedTexts).toContain(text)
    for (const text of ['Later', 'Never/Unsure', 'Next Week', 'Tomorrow', 'Confirm Availability']) expect(fixedTexts).toContain(text)
    const alike = { es: ['Superintendent', 'No'], pt: ['OK'] }
    for (const lang of ['es', 'pt'] as const) {
      const { body } = await translate(lang, fixedTexts)
      const same = fixedTexts.filter((text, index) => body.translations[index] === text)
      expect(same.filter((text) => !alike[lang].includes(text))).toEqual([])
    }
  })

  it('leaves English English', async () => {
    for (const lang of ['en', 'en-au']) expect((await translate(lang, ['Worker'])).body.translations).toEqual(['Worker'])
  })

  it('counts what an hour may translate in characters, not in calls', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ask = async (texts: readonly string[], address: string) =>
      (await server.nobody().ask('POST', '/api/translate', { outputLang: 'es', inputs: inputs(texts) }, from(address))).status
    const large = Array.from({ length: 200 }, () => 'x'.repeat(5000))
    expect([await ask(large, '10.3.0.1'), await ask(large, '10.3.0.1'), await ask(['Worker'], '10.3.0.1')]).toEqual([200, 200, 429])
    expect([await ask(['Worker'], '10.3.0.2'), await ask(['Worker'], '10.3.0.2'), await ask(['Worker'], '10.3.0.2')]).toEqual([
      200, 200, 200,
    ])
  })

  it('says what is wrong with a request', async () => {
    const why = async (body: unknown) => {
      const answer = await server.nobody().ask<Answer>('POST', '/api/translate', body)
      return `${answer.status} ${answer.body.error.details?.[0]?.path}`
    }
    expect(await why({ outputLang: 'fr', inputs: [] })).toBe('400 outputLang')
    expect(await why({ outputLang: 'es', inputs: [{ words: 'x' }] })).toBe('400 inputs[0].text')
    expect(await why({ outputLang: 'es', inputs: [{ text: 'x'.repeat(5001) }] })).toBe('400 inputs[0].text')
    expect(await why({ outputLang: 'es', inputs: inputs(Array.from({ length: mostTexts + 1 }, () => 'x')) })).toBe('400 inputs')
  })
})

describe('with a translator outside', () => {
  const asked: { q: string[]; source: string; target: string; api_key: string }[] = []
  let answer: (q: string[]) => { status: number; body: unknown } = (q) => ({
    status: 200,
    body: { translatedText: q.map((text) => `[${text}]`) },
  })
  let outside: Server
  const config: { translator: { url: string; key: string } } = { translator: { url: '', key: 'k-1' } }
  beforeAll(async () => {
    outside = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += String(part)))
      request.on('end', () => {
        const body = JSON.parse(text) as (typeof asked)[number]
        asked.push(body)
        const { status, body: said } = answer(body.q)
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
      })
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    config.translator.url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/translate`
  })
  afterAll(() => void outside.close())
  const server = useServer(config)
  const translate = (outputLang: string, texts: readonly string[]) =>
    server.nobody().ask<Answer>('POST', '/api/translate', { outputLang, inputs: inputs(texts) })

  it('asks it once for what the house does not know, and for nothing else', async () => {
    const texts = ['Worker', 'Pier 4 north rebar', '12:30', 'Pier 4 north rebar']
    const first = await translate('pt', texts)
    expect(first.body.translations).toEqual(['Trabalhador', '[Pier 4 north rebar]', '12:30', '[Pier 4 north rebar]'])
    expect((await translate('pt', texts)).body).toEqual(first.body)
    expect(asked).toEqual([{ q: ['Pier 4 north rebar'], source: 'en', target: 'pt', format: 'text', api_key: 'k-1' }])
  })

  it('keeps the text where a translation has lost a placeholder', async () => {
    answer = () => ({ status: 200, body: { translatedText: ['Gracias {{nombre}}', 'Hola {{name}}'] } })
    const { body } = await translate('es', ['Thanks {{name}}', 'Hello {{name}}'])
    expect(body.translations).toEqual(['Thanks {{name}}', 'Hola {{name}}'])
  })

  it('FE-412 reports to the device that there was no answer, for every kind of failure, and logs nothing of the texts', async () => {
    for (const failure of [
      { status: 500, body: {} },
      { status: 200, body: { translatedText: ['one too few'] } },
      { status: 200, body: 'x' },
    ]) {
      answer = () => failure
      const failed = await translate('es', ['Secret crane text', 'Second'])
      expect(failed.status).toBe(503)
      expect(failed.body.error.code).toBe('UNAVAILABLE')
    }
    expect(server.log.join('\n')).not.toContain('Secret crane')
    // The built-in dictionary needs no provider.
    expect((await translate('es', ['Worker'])).status).toBe(200)
  })
})
