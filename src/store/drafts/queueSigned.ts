import { bringTalk } from '../../../contract/endpoints/chat.ts'
import { newId } from '../../lib/newId.ts'
import { getStore } from '../db/store.ts'
import { getOwner } from '../identity/getOwner.ts'
import { queue } from '../outbox/queue.ts'
import { type KeptChat, keepChat, readChat, type SignedChat } from './keepChat.ts'

/**
 * Gives a signed talk to the outbox, and begins the next conversation of its place. Returns the path of the record.
 * Rejects with NotSaved. A second time it changes nothing: the outbox knows a waiting talk, and the server knows a talk
 * by its messages.
 */
export async function queueSigned(place: string, { chat, form, title, body }: SignedChat): Promise<string> {
  const path = `forms/${form}/${chat}`
  await queue(bringTalk, { '*': path }, body, { title, initHash: chat })
  // Another tab may have begun the next conversation meanwhile.
  if ((await readChat(place))?.signed?.chat === chat)
    await keepChat(place, { chat: newId(), text: '', chips: [], messages: [], over: { chat, model: body.signed } })
  return path
}

/** Gives the signed talks of this person to the outbox that a page could not give to it: it was closed, or the device was full. */
export async function queueLeftTalks(): Promise<void> {
  const owner = getOwner()
  const rows = await getStore().db.typed.where('[owner+kind+place]').between([owner, 'chat', ''], [owner, 'chat', '\uffff']).toArray()
  for (const { place, value } of rows) {
    const signed = (value as KeptChat | undefined)?.signed
    if (signed && getOwner() === owner) await queueSigned(place, signed)
  }
}
