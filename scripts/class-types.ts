// npm run styles: writes the types of the CSS modules into src/styles.d.ts.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { classTypes, modulesOf } from './class-names.ts'

writeFileSync(path.resolve(import.meta.dirname, '../src/styles.d.ts'), classTypes(modulesOf()))
