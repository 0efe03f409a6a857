import { describe, expect, it } from 'vitest'
import { terminalLog } from './terminalLog.ts'

function started(isTTY: boolean, setting?: string) {
  const said: string[] = []
  const told: string[] = []
  const { log, sayForms } = terminalLog(setting, {
    stdout: { isTTY, write: (text) => said.push(text) },
    stderr: { write: (text) => told.push(text) },
  })
  // As server/http/createLog.ts writes them.
  log('{"level":"info","time":"2026-03-14T07:30:00.000Z","status":200,"message":"request"}')
  log('{"level":"warn","time":"2026-03-14T07:30:00.000Z","message":"the forms folder could not be read"}')
  sayForms('ladder.form.json:3: error: expected a label')
  return { said, told }
}

describe('what the terminal shows', () => {
  it('has messages about forms on a stream of their own, and at a terminal no ordinary requests', () => {
    const { said, told } = started(true)
    expect(told).toEqual(['ladder.form.json:3: error: expected a label\n'])
    expect(said.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual(['the forms folder could not be read'])
  })

  it('has every line of the log in a file, and at a terminal with LOG=all', () => {
    for (const { said, told } of [started(false), started(true, 'all')]) {
      expect(said).toHaveLength(2)
      expect(told).toHaveLength(1)
    }
  })
})
