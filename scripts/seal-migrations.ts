// Adds the sums of new migrations to server/storage/sql/released.sha256, when they are released. The sums that
// are there stay: a test compares them with the files.
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { migrations } from '../server/storage/migrations.data.ts'

const file = path.resolve(import.meta.dirname, '../server/storage/sql/released.sha256')
const sealed = readFileSync(file, 'utf8')
const open = migrations.filter(({ id }) => !sealed.includes(`  ${id}\n`))
for (const { id, sql } of open) appendFileSync(file, `${createHash('sha256').update(sql).digest('hex')}  ${id}\n`)
console.log(`${open.length} migrations added`)
