import { describe, expect, it } from 'vitest'
import { foreman, newId, onEachServer, owner, sha256, worker } from '../../tests/harness/testServer.ts'

interface Listed {
  readonly record: { readonly model: { readonly photos: readonly { readonly url: string; readonly filename: string }[] } }
}

onEachServer((server) => {
  describe('files of a record', () => {
    it('lead to the file itself, whatever address a save gives them, and nothing of the save is lost', async () => {
      const device = await server.person(worker)
      const reader = await server.person(owner)
      for (const url of [
        'https://evil.example/sign-in',
        'javascript:alert(document.domain)',
        '//evil.example',
        'data:text/html,<script>x</script>',
      ]) {
        const { id } = await device.upload('a photo')
        const path = `forms/hazard-report/${newId()}`
        const photo = { id, filename: 'gate.jpg', name: 'gate.jpg', type: 'image/jpeg', url, note: 'by the gate' }
        const key = newId()
        const body = { payload: { title: 'Hazard', photos: [photo] }, files: [{ id, sha256: sha256('a photo'), size: 7 }] }
        const saved = await device.save(path, body, { 'idempotency-key': key })
        expect([url, saved.status, saved.text]).toEqual([url, 200, expect.any(String)])
        const read = await reader.get<Listed>(`/api/${path}.json`)
        expect(read.body.record.model.photos).toEqual([{ ...photo, url: `/api/files/${id}` }])
        // A device that lost the answer sends the same again.
        const again = await device.save(path, body, { 'idempotency-key': key })
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
      }
    })
  })

  describe('a record that was removed', () => {
    it('takes its files along: whoever cannot bring it back finds them no more, and with it they are back', async () => {
      const device = await server.person(worker)
      const reader = await server.person(owner)
      const colleague = await server.person(foreman)
      const { id } = await device.upload('a photo of the gate')
      const path = `forms/hazard-report/${newId()}`
      const photo = { id, filename: 'gate.jpg', type: 'image/jpeg', url: `/api/files/${id}` }
      expect(
        (
          await device.save(path, {
            payload: { title: 'Hazard', photos: [photo] },
            files: [{ id, sha256: sha256('a photo of the gate'), size: 19 }],
          })
        ).status,
      ).toBe(200)
      const readers = async () => [
        (await device.get(`/api/files/${id}`)).status,
        (await colleague.get(`/api/files/${id}`)).status,
        (await reader.get(`/api/files/${id}`)).status,
      ]
      expect(await readers()).toEqual([200, 200, 200])
      expect((await reader.save(path, { payload: { deleted: true } }, { 'if-match': '"1"' }, 'PATCH')).status).toBe(200)
      expect(await readers()).toEqual([404, 404, 200])
      expect((await reader.save(path, { payload: { deleted: false } }, { 'if-match': '"2"' }, 'PATCH')).status).toBe(200)
      expect(await readers()).toEqual([200, 200, 200])
    })
  })

  describe('a shared device', () => {
    it('forgets at a log-out what the browser has kept of files, and nothing that waits to be sent', async () => {
      const device = await server.person(worker)
      const out = await device.ask('POST', '/auth/logout', {})
      expect(out.status).toBe(200)
      // "storage" would take the outbox along.
      expect(out.headers.get('clear-site-data')).toBe('"cache"')
    })
  })
})
