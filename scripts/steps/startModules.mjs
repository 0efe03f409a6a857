import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'

/**
 * The modules that may run before a form stands. Everything else is loaded after it: sync, the console, the texts of other
 * screens, the shapes of calls.
 */
const allowed = [
  /^node_modules\/(?:@lingui|@tanstack|dexie|dexie-react-hooks|react|react-dom|scheduler|use-sync-external-store)\//,
  /^src\/(?:app|engine|fields|lib|store|ui)\//,
  /^src\/features\/(?:forms|page)\//,
  /^src\/features\/sign-in\/useAuthWait\.ts$/,
  /^src\/sync\/(?:ask|classify|headerNames|send|troubleOf)\.ts$/,
  /^contract\/(?:endpoint|endpoints\/[\w-]+|forms\/(?!fieldShapes|FormSettings)[\w/-]+|reference\/(?:languages|botPageNames|deviceCodeAlphabet|monthlyPath)|rules\/[\w-]+)\.ts$/,
  /^locales\/en\/first\.po$/,
]

const nameOf = (source) => source.replace(/^.*?((?:node_modules|src|contract|locales)\/)/, '$1')

/** Returns the modules in these files of the app with their bytes after minification, the largest first: [{ name, bytes }]. */
export function modulesIn(app, files) {
  const bytes = new Map()
  for (const file of files) {
    const mapFile = path.join(app, `${file}.map`)
    if (!existsSync(mapFile)) continue
    const map = new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')))
    for (const [line, text] of readFileSync(path.join(app, file), 'utf8').split('\n').entries())
      for (let column = 0; column < text.length; column += 1) {
        const { originalSource } = map.findEntry(line, column)
        if (originalSource) bytes.set(originalSource, (bytes.get(originalSource) ?? 0) + 1)
      }
  }
  if (bytes.size === 0) throw new Error('The build has no source maps; what runs before a form?')
  return [...bytes].map(([source, count]) => ({ name: nameOf(source), bytes: count })).sort((a, b) => b.bytes - a.bytes)
}

/** Returns the modules that a form does not need. */
export const tooEarly = (modules) => modules.filter(({ name }) => !allowed.some((pattern) => pattern.test(name)))
