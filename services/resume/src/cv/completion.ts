import type { CvContent, CvDraft } from './content.ts';

/** How much of a CV is filled in, from 0 to 1: one tenth for each section that is not empty. */
export function completionOf(content: CvContent | CvDraft): number {
  const { userInformation } = content;
  const sections = [
    content.title !== '',
    content.presentation.text !== '',
    userInformation.birthdate !== '' || userInformation.city !== null || userInformation.country !== null,
    content.experiences.experience.length > 0,
    content.educations.education.length > 0,
    content.skills.skill.length > 0,
    content.interests.interest.length > 0,
    content.contacts.contact.length > 0,
    content.links.link.length > 0,
    content.portfolios.portfolio.length > 0,
  ];
  return sections.filter(Boolean).length / sections.length;
}

/** All values of completion. A range of completion is a short list of them. */
export const completionValues: readonly number[] = Array.from({ length: 11 }, (_, tenth) => tenth / 10);
