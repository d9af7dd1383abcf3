// Everything that a page of the server's own can show: the build takes the styles of those pages from here.
import '#ui/styles.ts'
import './plain-page.tsx'
import '#plain/account-pages.tsx'
import '#plain/call-page.tsx'
import '#plain/form-pages.tsx'
