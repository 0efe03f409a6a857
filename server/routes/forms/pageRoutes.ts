import { page } from '../../../contract/endpoints/pages.ts'
import { pageData } from '../../domain/pages/pageData.ts'
import { serve } from '../../http/serve.ts'

export const pageRoutes = [
  serve(page, (call) => {
    // Caches must not share copies between languages.
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
