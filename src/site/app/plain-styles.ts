// Imports everything that the server's own pages can show, so that the build can collect the styles.
import '#ui/styles.ts'
import './plain-page.tsx'
import '#plain/account-pages.tsx'
import '#plain/call-page.tsx'
import '#plain/document-page.tsx'
import '#plain/form-pages.tsx'
import '#plain/own-data.tsx'
