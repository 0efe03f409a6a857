import { beforeAll, describe, expect, it } from 'vitest'
import { useServer } from '../../harness/testServer.ts'
import { type Answered, askRights } from './askRights.ts'
import { expectPrinted } from './printedSection.ts'
import { rightsTable } from './rightsTable.ts'

const words = ({ row, role, place, status }: Answered) =>
  `${row.call}${row.about ? ` (${row.about})` : ''} as ${role} of ${place}: ${status}`

/** The whole table on one storage. */
export function describeRights(kind: 'embedded' | 'postgres'): void {
  describe(`who may ask what, on ${kind === 'embedded' ? 'the embedded storage' : 'PostgreSQL'}`, () => {
    const server = useServer({}, kind)
    let answers: readonly Answered[] = []
    beforeAll(async () => {
      answers = await askRights(server)
      // Five thousand requests, on a machine that also runs other tests.
    }, 300_000)
    const found = (is: (answer: Answered) => boolean) => answers.filter(is).map(words)

    it('no call of anybody is a fault of the server', () => {
      expect(answers.length).toBeGreaterThan(3000)
      expect(found(({ status }) => status >= 500)).toEqual([])
    })

    it('every line is asked in a way that the server understands', () => {
      expect(answers.filter(({ odd, status }) => odd && status < 500).map((one) => `${words(one)} ${one.text.slice(0, 200)}`)).toEqual([])
    })

    it('no one reads or changes anything of another project or company', () => {
      expect(found(({ row, home, place, allowed }) => !row.of && !row.open && allowed && !home.includes(place))).toEqual([])
    })

    it('no answer holds a word of a project or company that the caller does not belong to', () => {
      expect(found(({ row, leaks }) => !row.open && leaks.length > 0)).toEqual([])
    })

    it('a grant that was left on a shared device brings in records, signed talks, messages and their files, and nothing else', () => {
      const may = new Set(
        answers.flatMap(({ row, role, allowed }) =>
          role === 'grant' && allowed && !row.open && row.of !== 'nothing' ? [`${row.call}${row.about ? ` ${row.about}` : ''}`] : [],
        ),
      )
      const brings = [
        'POST /api/data/* a new record of a form',
        'POST /api/data/* a new record of a gate',
        'PATCH /api/data/* a record of another person',
        'POST /api/feed/*',
        'POST /api/attach/*',
        'POST /api/uploads',
        'POST /api/talks/*',
        'POST /api/outbox/:opId:cancel',
      ]
      expect([...may].filter((call) => !brings.includes(call))).toEqual([])
    })

    it('an administrator who views the product as another person changes nothing', () => {
      const writes = answers.filter(
        ({ role, row, allowed }) => role === 'impersonation' && allowed && /^(?:POST|PATCH|DELETE)/.test(row.call),
      )
      const session = [
        'POST /api/impersonate/stop',
        'POST /auth/logout',
        'POST /auth/verify',
        'POST /auth/passkey/options',
        'POST /api/kiosk/mine',
        'POST /api/kiosk/:code/leave',
        // Throws the body away and answers with a page.
        'POST /share',
      ]
      expect([...new Set(writes.map(({ row }) => row.call))].filter((call) => !session.includes(call))).toEqual([])
    })

    it('is exactly the table in docs/security.md', () => {
      expectPrinted('rights', rightsTable(answers))
    })
  })
}
