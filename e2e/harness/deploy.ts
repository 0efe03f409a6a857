import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { shellListOf, writeShellList } from '../../scripts/steps/shellList.mjs'

/** Deploys the next version of a built app in place: another shell, and a service worker that knows it. */
export function deploy(app: string, { broken = false } = {}) {
  const edit = (name: string, change: (text: string) => string) => {
    writeFileSync(path.join(app, name), change(readFileSync(path.join(app, name), 'utf8')))
    for (const packed of ['.br', '.gz']) rmSync(path.join(app, name + packed), { force: true })
  }
  edit('index.html', (text) => text.replace('</head>', '<meta name="deployed" content="2" /></head>'))
  if (broken) {
    // The entry script of the previous version is not part of this one.
    edit('index.html', (text) =>
      text.replace(/data-app="\/(assets\/index-[^"]+)"/, (_, entry: string) => {
        rmSync(path.join(app, entry))
        return 'data-app="/assets/broken.js"'
      }),
    )
    writeFileSync(path.join(app, 'assets/broken.js'), 'throw new Error("does not start here")')
  }
  const before = shellListOf(app)
  edit('sw.js', (text) => text.replace(before, '__SHELL_LIST__').replace(/["'`](__SHELL_LIST__)["'`]/, '$1'))
  if (writeShellList(app) === before) throw new Error('the list of files did not change')
}
