// A process of many listening devices. Reads [{ uid, token, readsAll }] from stdin, prints one line when all streams have had
// their first event, and one line of what they received at SIGUSR2.
import { Agent, get } from 'node:http'

const [, , address, perSession] = process.argv
let input = ''
for await (const piece of process.stdin) input += String(piece)
const sessions = JSON.parse(input)
const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
const streams = sessions.flatMap((session) => Array.from({ length: Number(perSession) }, () => ({ ...session, events: 0, changes: 0 })))

let missing = streams.length
const begun = new Promise((resolve) => {
  const open = (stream) =>
    get(
      `${address}/api/changes`,
      {
        agent,
        headers: {
          accept: 'text/event-stream',
          'x-actor': stream.uid,
          'x-device': `bench-${stream.uid}`,
          cookie: `muster_session=${stream.token}`,
        },
      },
      (answer) => {
        if (answer.statusCode !== 200) throw new Error(`a stream was refused with ${answer.statusCode}`)
        answer.setEncoding('utf8')
        answer.on('data', (text) => {
          stream.changes += text.split('"kind":"record"').length - 1
          const count = text.split('event: changes').length - 1
          if (stream.events === 0 && count > 0 && --missing === 0) resolve()
          stream.events += count
        })
      },
    ).on('error', (error) => {
      throw error
    })
  const queue = [...streams]
  // Fifty at a time, so that the listen queue of the system does not overflow.
  const some = setInterval(() => {
    for (const stream of queue.splice(0, 50)) open(stream)
    if (queue.length === 0) clearInterval(some)
  }, 20)
})
await begun
console.log(JSON.stringify({ opened: streams.length }))
process.on('SIGUSR2', () => {
  const events = streams.reduce((sum, stream) => sum + stream.events, 0)
  console.log(JSON.stringify({ events, least: Math.min(...streams.filter(({ readsAll }) => readsAll).map(({ changes }) => changes)) }))
})
