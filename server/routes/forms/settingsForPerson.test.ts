import { expect, it } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { type Device, newId, onEachServer, otherWorker, tower, worker } from '../../../tests/harness/testServer.ts'
import { publishedForm } from '../../domain/forms/publishedForm.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'
import { settingsForPerson } from '../../domain/forms/settingsForPerson.ts'
import { personByMobile } from '../../domain/sign-in/person.ts'

onEachServer((server) => {
  const publish = (key: string, uri: unknown) =>
    publishForm(server.running.app, {
      key,
      team: tower,
      settings: { name: 'Induction', children: [{ type: 'group', children: [{ type: 'video', attribute: 'film', uri }] }] },
    })
  const percents = async (device: Device, key: string) => {
    const { body } = await device.get<PageData>(`/api/forms/${key}.json`)
    const [group] = (body.form?.children ?? []) as unknown as { children: [{ uri: unknown }] }[]
    const uri = group?.children[0].uri
    return (Array.isArray(uri) ? uri : [uri]).map(({ percent }: { percent?: number }) => percent)
  }
  const save = (device: Device, key: string, film: unknown) => device.save(`forms/${key}/${newId()}`, { payload: { film } })

  it('FE-123 a video knows on every device how much of it this person has watched elsewhere', async () => {
    const [device, tablet, other] = [await server.person(worker), await server.person(worker), await server.person(otherWorker)]
    await publish('induction', { link: '/media/gate.mp4', percent: 0.1 })
    expect(await percents(tablet, 'induction')).toEqual([0.1])
    expect((await save(device, 'induction', { link: '/media/gate.mp4', watchedPercent: 0.4, hasWatchedVideo: false })).status).toBe(200)
    await save(device, 'induction', { link: '/media/gate.mp4', watchedPercent: 0.3, hasWatchedVideo: false })
    expect(await percents(tablet, 'induction')).toEqual([0.4])
    // A kiosk is used by many people: what one of them watched is not watched by the next.
    const { app } = server.running
    const person = await personByMobile(app.storage, worker)
    const form = await publishedForm(app, 'induction')
    if (!person || !form) throw new Error('no person or form')
    const kiosk = { ...person, kiosk: { bot: 'b', team: tower, forms: ['induction'] } }
    expect(await settingsForPerson(app, form.settings, 'induction', kiosk)).toEqual(form.settings)
    expect(await settingsForPerson(app, form.settings, 'induction', person)).not.toEqual(form.settings)
    expect(await percents(other, 'induction')).toEqual([0.1])
    // At a tablet of several people another person may have watched for the record.
    await save(tablet, 'induction', { link: '/media/gate.mp4', watchedPercent: 0.9, hasWatchedVideo: true, ofRecord: true })
    expect(await percents(device, 'induction')).toEqual([0.4])
    // A new video is not watched because the one before it was.
    await publish('induction', { link: '/media/gate-2027.mp4' })
    expect(await percents(tablet, 'induction')).toEqual([undefined])
  })

  it('FE-123 each lesson has its own part, and a video watched for someone else is not watched', async () => {
    const [device, tablet] = [await server.person(worker), await server.person(worker)]
    await publish('lessons', [{ link: '/media/a.mp4' }, { link: '/media/b.mp4' }])
    const lessons = [{ id: '/media/b.mp4', watchedPercent: 0.6, hasWatchedVideo: false }]
    await device.save(`forms/lessons/${newId()}`, { payload: { film: { lessons }, attendance: { person: otherWorker } } })
    expect(await percents(tablet, 'lessons')).toEqual([undefined, undefined])
    await save(device, 'lessons', { lessons })
    expect(await percents(tablet, 'lessons')).toEqual([undefined, 0.6])
  })
})
