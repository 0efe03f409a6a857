import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AssistantFailed } from './assistant.ts'
import { httpAssistant } from './http/httpAssistant.ts'

describe('a language model over HTTP', () => {
  let server: Server
  const asked: { url: string; authorization: string | undefined; body: unknown }[] = []
  let reply = (_: ServerResponse) => {}
  beforeAll(async () => {
    server = createServer((request, answer) => {
      let text = ''
      request.on('data', (part) => {
        text += String(part)
      })
      request.on('end', () => {
        asked.push({ url: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(text) })
        reply(answer)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const model = (timeoutMs = 5000) => httpAssistant({ url: `${address()}/`, key: 'k3y', model: 'small', timeoutMs })
  const words = (text: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`
  const failure = async (timeoutMs?: number) => {
    const error = await model(timeoutMs)
      .complete({ system: 's', user: '12 of us' })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AssistantFailed)
    return (error as AssistantFailed).message
  }

  it('sends the request in the provider’s format, and reads the streamed answer', async () => {
    reply = (answer) => {
      answer.write(words('twelve'))
      // Chunks may end in the middle of a line.
      answer.write('data: {"choices": [{"delta": {"con')
      answer.end('tent": " men"}}]}\r\ndata: [DONE]\n')
    }
    const grown: string[] = []
    expect(await model().complete({ system: 's', user: '12 of us', onText: (text) => grown.push(text) })).toBe('twelve men')
    expect(grown).toEqual(['twelve', 'twelve men'])
    expect(asked[0]).toEqual({
      url: '/v1/chat/completions',
      authorization: 'Bearer k3y',
      body: {
        model: 'small',
        stream: true,
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: '12 of us' },
        ],
      },
    })
  })

  it('counts for nothing when it is out of order, talks nonsense, breaks off, never ends, is silent or is another service', async () => {
    reply = (answer) => answer.writeHead(500).end('12 of us made me fall over')
    expect(await failure()).toBe('the language model answered 500')
    reply = (answer) => answer.end('data: {"error": "overloaded"}\n')
    expect(await failure()).toBe('the language model gave an answer of another shape')
    reply = (answer) => answer.end(words('twel'))
    expect(await failure()).toBe('the answer of the language model was cut off')
    reply = (answer) => answer.end(words('x'.repeat(9000)))
    expect(await failure()).toBe('the language model did not come to an end')
    reply = () => {}
    expect(await failure(50)).toBe('the language model did not answer')
    reply = (answer) => answer.writeHead(307, { location: 'http://elsewhere.example.com/' }).end()
    expect(await failure()).toBe('the language model did not answer')
  })
})
