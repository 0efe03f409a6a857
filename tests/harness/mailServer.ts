import { createServer, type AddressInfo } from 'node:net'

/** A mail server that accepts every mail (RFC 5321) and keeps it. */
export async function startMailServer(): Promise<{ url: string; mails: string[]; close(): void }> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let rest = ''
    let mail: string | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('error', () => socket.destroy())
    socket.on('data', (part) => {
      rest += String(part)
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (mail !== undefined) {
          if (line === '.') {
            mails.push(mail)
            mail = undefined
            say('250 ok')
          } else mail += `${line}\n`
        } else if (/^DATA$/i.test(line)) {
          mail = ''
          say('354 go on')
        } else if (/^QUIT$/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, close: () => void server.close() }
}
