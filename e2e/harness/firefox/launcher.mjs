#!/usr/bin/env node
// Starts the installed Firefox (FIREFOX_PATH) with the arguments of Playwright, and relays WebDriver BiDi between the two. Playwright's BiDi
// client needs a command for media features that released versions of Firefox do not have: the relay answers it, so prefers-color-scheme and
// its relatives keep the values of the browser. The process id is in the file `launcher.pid` of the profile: a test kills the process group.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { WebSocket, WebSocketServer } from 'ws'

const unknown = new Set(['emulation.setMediaFeaturesOverride'])
const args = process.argv.slice(2)
writeFileSync(path.join(args[args.indexOf('--profile') + 1], 'launcher.pid'), String(process.pid))

const firefox = spawn(process.env['FIREFOX_PATH'], args, { stdio: ['ignore', 'ignore', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill(signal))

/** Playwright ignores a download without an id, which released versions of Firefox do not send for a file that the page has made. */
function withDownload(text) {
  if (!text.includes('"browsingContext.download')) return text
  const message = JSON.parse(text)
  if (message.params && message.params.download === undefined) message.params.download = message.params.navigation ?? message.params.url
  return JSON.stringify(message)
}

/** Passes each message on; `ours` is Playwright, `theirs` is Firefox. */
function relay(ours, theirs) {
  const early = []
  ours.on('message', (data) => {
    const text = data.toString()
    const { id, method } = JSON.parse(text)
    if (unknown.has(method)) ours.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (theirs.readyState === WebSocket.OPEN) theirs.send(text)
    else early.push(text)
  })
  theirs.on('open', () => {
    for (const text of early) theirs.send(text)
  })
  theirs.on('message', (data) => ours.send(withDownload(data.toString())))
  theirs.on('error', () => ours.close())
  theirs.on('close', () => ours.close())
  ours.on('close', () => theirs.close())
}

let printed = ''
firefox.stderr.on('data', (data) => {
  printed += data
  const [line, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(printed) ?? []
  if (line === undefined) return
  firefox.stderr.removeAllListeners('data').resume()
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`),
  )
  server.on('connection', (ours) => relay(ours, new WebSocket(`${address}/session`, { maxPayload: 0 })))
})
