#!/usr/bin/env -S gjs -m
// A window of WebKitGTK for WebDriver, with its profile on disk. The browser of the package (MiniBrowser) forgets everything at its end
// when it is automated, so that no test could kill it and start it again.
// Arguments: profile folder, width, height, names of features to turn on.
import Gtk from 'gi://Gtk?version=3.0'
import WebKit from 'gi://WebKit2?version=4.1'
import system from 'system'

const [profile, width, height, ...features] = system.programArgs
Gtk.init(null)

const data = new WebKit.WebsiteDataManager({ base_data_directory: `${profile}/data`, base_cache_directory: `${profile}/cache` })
data.get_cookie_manager().set_persistent_storage(`${profile}/cookies.sqlite`, WebKit.CookiePersistentStorage.SQLITE)
const context = WebKit.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(true)

const settings = new WebKit.Settings()
const known = WebKit.Settings.get_all_features()
for (let n = 0; n < known.get_length(); n++) {
  const feature = known.get(n)
  if (features.includes(feature.get_identifier())) settings.set_feature_enabled(feature, true)
}

const newView = () => {
  const view = new WebKit.WebView({ web_context: context, settings, is_controlled_by_automation: true })
  const window = new Gtk.Window({ default_width: Number(width), default_height: Number(height) })
  view.connect('close', () => window.destroy())
  window.add(view)
  window.show_all()
  return view
}

context.connect('automation-started', (_, session) => {
  session.set_application_info(WebKit.ApplicationInfo.new())
  session.connect('create-web-view', newView)
})
Gtk.main()
