import { execFileSync, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { demandNode } from '../../scripts/steps/install.mjs'

const start = path.resolve(import.meta.dirname, '../../scripts/start.mjs')
afterEach(() => void vi.restoreAllMocks())

const refusal = (env: Record<string, string>) => {
  try {
    execFileSync(process.execPath, [start], { env: { ...process.env, ...env }, stdio: 'pipe', encoding: 'utf8' })
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string }
    return { status, stderr }
  }
  throw new Error('it started')
}

it('says which port is in use and how to take another, before anything is installed or built', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '0.0.0.0', resolve))
  const { port } = other.address() as AddressInfo
  const { status, stderr } = refusal({ PORT: String(port) })
  other.close()
  expect(status).toBe(1)
  expect(stderr).toContain(`Port ${port} is in use. Take another: PORT=${port + 1} npm start`)
})

it('says what a port is', () => {
  expect(refusal({ PORT: 'http' })).toEqual({ status: 1, stderr: expect.stringContaining('PORT is http; expected a number') as string })
})

it('says which Node it needs, and goes on with a newer one', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never)
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  demandNode('20.19.0')
  demandNode('24.1.0')
  expect(exit).not.toHaveBeenCalled()
  demandNode('18.20.4')
  expect(exit).toHaveBeenCalledWith(1)
  expect(error.mock.calls[0]?.[0]).toContain('needs Node 20.19 or newer; this is Node 18.20.4')
})

it('the sources of the server start as they are, as `npm run dev` starts them, and a wrong option gets an error', () => {
  const tsx = path.resolve(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs')
  const main = path.resolve(import.meta.dirname, '../../server/main.ts')
  const ended = spawnSync(process.execPath, [tsx, main, '--public'], { stdio: 'pipe', encoding: 'utf8' })
  expect(ended.stderr).toContain('Muster could not start: there is no option --public; there are --forms DIR')
  expect(ended.status).toBe(1)
  // Two seconds of work; a busy machine is slow to read the files.
}, 300_000)
