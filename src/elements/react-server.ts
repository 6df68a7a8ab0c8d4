/**
 * What `pay-elements/define` and `pay-elements/autoload` are in a server component of React, which runs on the server alone:
 * they would register nothing, and the page would show nothing.
 */
throw new Error(
  "pay-elements: a tag is registered in the browser. Import pay-elements/define in a file that begins with 'use client'.",
);
