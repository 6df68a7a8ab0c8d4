export const load = ({ locals }) => ({ texts: locals.texts });
