import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeDevice, openDevice, openScreen, type OpenScreen, serverSays } from '../../../../tests/harness/console.tsx'
import { ListTroubles } from './ListTroubles.tsx'

let screen: OpenScreen | undefined
beforeEach(openDevice)
afterEach(async () => {
  await screen?.page.remove()
  screen = undefined
  closeDevice()
})
const troubled = (id: string, file: string) => ({
  id,
  name: id,
  canPublish: true,
  forms: [],
  listTroubles: [{ file, findings: [{ line: 7, message: 'expected 3 columns, found 2' }] }],
})
async function draw(team?: string) {
  serverSays({ '/api/studio': { data: { teams: [troubled('tower', 'machines.csv'), troubled('bridge', 'trucks.xlsx')] } } })
  screen = await openScreen('/lists', { '/lists': () => <ListTroubles team={team} /> } as never)
  await screen.page.until(() => screen?.page.text().includes('has problems'))
  return screen.page.text()
}

it('names each file that could not be read, with line and reason, and says that forms still work', async () => {
  const text = await draw()
  expect(text).toContain('machines.csv has problems. Forms still use the list as it was.')
  expect(text).toContain('Line 7: expected 3 columns, found 2')
  expect(text).toContain('trucks.xlsx has problems.')
})

it('in a form, names the files of its project alone', async () => {
  const text = await draw('bridge')
  expect(text).toContain('trucks.xlsx has problems.')
  expect(text).not.toContain('machines.csv')
})
