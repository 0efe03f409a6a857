import { page } from '../../contract/pages.ts'
import { pageData } from '../domain/pages/pageData.ts'
import { serve } from '../http/serve.ts'

export const pageRoutes = [
  serve(page, (call) => {
    // Devices in different languages share no copy.
    call.replyHeader('vary', 'accept-language, cookie')
    return pageData(call.app, {
      path: call.params['*'],
      search: call.search,
      person: call.person,
      device: call.device,
      languages: call.languages,
    })
  }),
]
