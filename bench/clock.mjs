// The CPU time of processes: other work on the machine hardly affects it.
import { readFileSync } from 'node:fs'
import pg from 'pg'

/** CPU time of a process and of its ended children so far, in ms. */
function worked(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}

const parentOf = (pid) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1])

const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

/** Returns the id of the process of the PostgreSQL server at this address. */
async function serverOf(url) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const server = parentOf(rows[0].pid)
  await client.end()
  return server
}

/** Returns a function that sums the CPU time of a process, its children and its PostgreSQL server, if it has one, in ms. */
export async function clockOf(pid, url) {
  const roots = url ? [pid, await serverOf(url)] : [pid]
  return () => roots.flatMap((root) => [root, ...childrenOf(root)]).reduce((sum, one) => sum + worked(one), 0)
}
