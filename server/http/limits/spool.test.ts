import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { BodyBudget } from './bodyBudget.ts'
import { boundaryOf, readParts } from './readParts.ts'
import { spool } from './spool.ts'

const MB = 1024 * 1024

describe('a body on its way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-spool-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const sender = { address: '192.0.2.1', device: '192.0.2.1 tablet', isSignedIn: false }
  const budgetOf = (memory = MB) => new BodyBudget({ process: 8 * MB, reserve: 0, addressShare: 1, perDevice: 8 * MB, memory })
  const receive = (body: PassThrough, budget = budgetOf(), check = () => {}) => spool(body, { folder, budget, sender, check })

  it('waits in a file without a name, and gives its room back', async () => {
    const budget = budgetOf()
    const body = new PassThrough()
    const spooled = receive(body, budget)
    for (let n = 0; n < 40; n++) body.write(Buffer.alloc(100_000, n))
    body.end()
    const whole = await spooled
    expect(whole.size).toBe(4_000_000)
    expect(budget.state).toMatchObject({ total: 4_000_000, senders: 2 })
    expect(readdirSync(folder)).toEqual([])
    expect((await whole.read(99_999, 100_001)).toJSON().data).toEqual([0, 1])
    let read = 0
    for await (const piece of whole.stream()) read += (piece as Buffer).length
    expect(read).toBe(4_000_000)
    await whole.close()
    expect(budget.state).toMatchObject({ total: 0, senders: 0 })
  })

  it('gives its room back where it breaks off, is refused, or was over before it began', async () => {
    const budget = budgetOf()
    const broken = new PassThrough()
    const first = receive(broken, budget)
    broken.write(Buffer.alloc(1000))
    broken.destroy()
    await expect(first).rejects.toThrow('ended before its body was complete')
    await expect(receive(broken, budget)).rejects.toThrow('ended before its body was complete')
    const refused = new PassThrough()
    const second = receive(refused, budget, () => {
      throw new Error('too large')
    })
    refused.write(Buffer.alloc(1000))
    await expect(second).rejects.toThrow('too large')
    expect(budget.state).toMatchObject({ total: 0, senders: 0 })
  })

  it('comes into memory in turn, also when one is larger than all of it', async () => {
    const budget = budgetOf(10)
    const order: string[] = []
    const first = await budget.enterMemory(8)
    const second = budget.enterMemory(25).then((leave) => {
      order.push('large')
      return leave
    })
    const third = budget.enterMemory(2).then((leave) => {
      order.push('small')
      return leave
    })
    expect(order).toEqual([])
    first()
    ;(await second)()
    ;(await third)()
    expect(order).toEqual(['large', 'small'])
    expect(budget.state.inMemory).toBe(0)
  })

  it('is split into its parts at every possible cut', async () => {
    const form = async (text: string | Buffer, boundary = 'xYz') => {
      const body = new PassThrough()
      body.end(text)
      const spooled = await receive(body)
      const parts = await readParts(spooled, boundary)
      const read = await Promise.all(
        parts.map(async ({ name, filename, type, bytes }) => [name, filename, type, (await bytes()).toString('latin1')]),
      )
      await spooled.close()
      return read
    }
    const part = (head: string, content: string) => `--xYz\r\n${head}\r\n\r\n${content}\r\n`
    const pdf = 'content-disposition: form-data; name="pdf"; filename="a %22b%22.pdf"\r\nContent-Type: application/pdf'
    // The boundary is placed at every position around the edge of a piece.
    for (let shift = -12; shift <= 12; shift++) {
      const content = `%PDF-${'-'.repeat(MB + shift)}--xYz`
      expect(await form(`${part(pdf, content)}${part('Content-Disposition: form-data; name="note"', 'ok')}--xYz--`)).toEqual([
        ['pdf', 'a "b".pdf', 'application/pdf', content],
        ['note', undefined, '', 'ok'],
      ])
    }
    for (const broken of ['', 'x', '--xYz\r\n', part(pdf, 'x'), `--xYz\r\n${'x'.repeat(20_000)}\r\n--xYz--`, `${part('x: y', 'z')}--xYz--`])
      await expect(form(broken), broken.slice(0, 30)).rejects.toMatchObject({ status: 400 })
    await expect(form(`${part('content-disposition: form-data; name="a"', '').repeat(500)}--xYz--`)).rejects.toMatchObject({ status: 400 })
    expect(boundaryOf('multipart/form-data; boundary="a b"')).toBe('a b')
    expect(boundaryOf('multipart/form-data; boundary=----WebKit1; charset=utf-8')).toBe('----WebKit1')
    expect(boundaryOf('multipart/form-data')).toBeUndefined()
  })
})

describe('the room of bodies that arrive', () => {
  const from = (address: string, n: number, isSignedIn = false) => ({ address, device: `${address} phone ${n}`, isSignedIn })
  /** Takes pieces of 1 MB, as a slow body brings them, until it is refused; returns their number. */
  const fill = (budget: BodyBudget, address: string, isSignedIn = false) => {
    for (let n = 0; n < 4096; n += 1) {
      try {
        budget.take(from(address, n % 64, isSignedIn), MB)
      } catch {
        return n
      }
    }
    return 4096
  }

  it('holds the largest saves of a hundred phones behind one address at once, signed in or not', () => {
    for (const isSignedIn of [false, true]) {
      const budget = new BodyBudget()
      for (let piece = 0; piece < 4; piece += 1) for (let n = 0; n < 100; n += 1) budget.take(from('192.0.2.7', n, isSignedIn), MB)
      expect(budget.state.total).toBe(400 * MB)
    }
  })

  it('shrinks for an address while others fill it, so that a gate still has some beside ten that take all they can', () => {
    const budget = new BodyBudget()
    const taken = Array.from({ length: 10 }, (_, n) => fill(budget, `2001:db8:0:${n}`))
    expect(taken[0]).toBe(512)
    expect(taken[1]).toBeLessThan(taken[0] ?? 0)
    // A save of 4 MB from a gate without sign-in.
    expect(fill(budget, '198.51.100.1')).toBeGreaterThan(4)
    // And of a hundred people who are signed in, of ordinary size.
    for (let n = 0; n < 100; n += 1) budget.take(from('203.0.113.9', n, true), MB)
  })

  it('has a part that strangers never get, however many they are', () => {
    const budget = new BodyBudget()
    for (let n = 0; n < 200; n += 1) fill(budget, `2001:db8:1:${n}`)
    expect(budget.state.total).toBeLessThanOrEqual(1536 * MB)
    expect(fill(budget, '203.0.113.9', true)).toBeGreaterThan(150)
  })
})
