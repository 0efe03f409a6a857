import { Refused } from '../../../contract/Refused.ts'
import { acceptInvite, inviteMember, inviteMemberOf, joinByInvite, keptMail } from '../../../contract/endpoints/invites.ts'
import { inviteNumbers } from '../../../contract/endpoints/people/inviteNumbers.ts'
import { inviteByNumbers } from '../../domain/invites/inviteByNumbers.ts'
import { accept, inviteToProject } from '../../domain/invites/inviteToProject.ts'
import { joinByInvite as join } from '../../domain/invites/joinByInvite.ts'
import { latestMail } from '../../domain/texts/sendMail.ts'
import { countAgainst, limits } from '../../domain/limits/limits.ts'
import { serve } from '../../http/serve.ts'
import { answerSignIn, languageOf } from './signInRoutes.ts'
import { text } from '../../i18n/text.ts'

export const inviteRoutes = [
  serve(inviteMember, async ({ app, me, params, body, origin }) => {
    await countAgainst(app, limits.invites, me.uid)
    return inviteToProject(app, me, { project: params.id, ...body, origin })
  }),
  serve(inviteNumbers, ({ app, me, params, body, origin }) => inviteByNumbers(app, me, { project: params.id, ...body, origin })),
  serve(inviteMemberOf, async ({ app, me, params, body, origin }) => {
    if (params.uid !== me.uid) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
    await countAgainst(app, limits.invites, me.uid)
    return inviteToProject(app, me, { project: params.id, email: body.email, origin })
  }),
  serve(acceptInvite, ({ app, me, body }) => accept(app, me, body.token)),
  serve(
    joinByInvite,
    async (call) => answerSignIn(call, await join(call.app, { ...call.body, lang: languageOf(call), address: call.address })),
    // A person who was signed in here before may join as another one.
    { anyActor: true },
  ),
  serve(keptMail, async ({ app, me }) => {
    if (!me.isAdmin) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
    return { mails: app.mail.kind === 'embedded' ? await latestMail(app) : [] }
  }),
]
