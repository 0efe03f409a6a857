import { Agent, request } from 'node:http'
import type { Malformed } from './malformed.ts'

/** The answer to a raw request; status 0 if the server closed the connection without one. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
}

export const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request unchanged, including repeated headers and half a body. */
export function send(base: string, { method, path, headers, body, cutAt }: Malformed): Promise<WireAnswer> {
  const { hostname, port } = new URL(base)
  const isCut = cutAt !== undefined
  return new Promise((resolve) => {
    const own = isCut || body === undefined ? [] : [['content-length', String(body.length)] as const]
    const list = [['host', `${hostname}:${port}`] as const, ...headers.filter(([name]) => isCut || name !== 'content-length'), ...own]
    const call = request({
      hostname,
      port,
      method,
      path,
      headers: list.flat() as unknown as Record<string, string>,
      ...(isCut ? { agent: false } : { agent }),
    })
    call.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => {
        text += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    call.on('error', () => resolve({ status: 0, text: '' }))
    if (!isCut) call.end(body)
    else call.write(body?.subarray(0, cutAt) ?? '', () => call.destroy())
    if (isCut) call.on('close', () => resolve({ status: 0, text: '' }))
  })
}
