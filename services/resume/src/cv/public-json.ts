import { createHash } from 'node:crypto';
import type { CvData } from '@vitae/proto/cv-data';
import type { Rendering, StoredCv } from '../model.ts';
import { seniorityOf, seniorityValidUntil } from './seniority.ts';
import { cvUrl, printableUrl } from './urls.ts';

/** Increment when the output of this file changes, so that stored renderings are replaced. */
const VERSION = 1;

export type Renderer = {
  render(cv: StoredCv, now: Date): Rendering;
  isCurrent(rendering: Pick<Rendering, 'mark' | 'until'>, now: Date): boolean;
  /** The version of a current rendering. Different JSON has a different version. */
  versionOf(rendering: { revision: number; until: Date | null }): string;
};

export function createRenderer(siteUrl: string): Renderer {
  const mark = `${VERSION} ${siteUrl}`;
  const markDigest = createHash('sha256').update(mark).digest('base64url');
  return {
    render: (cv, now) => ({
      json: Buffer.from(JSON.stringify(cvDataOf(cv, siteUrl, now))),
      mark,
      until: seniorityValidUntil(cv.content.experiences.experience, now),
    }),
    isCurrent: (rendering, now) => rendering.mark === mark && (rendering.until === null || now < rendering.until),
    versionOf: ({ revision, until }) => `${revision}.${until?.getTime() ?? ''}.${markDigest}`,
  };
}

/** The CV data of the specification, which includes the order of the keys. */
export function cvDataOf(cv: StoredCv, siteUrl: string, now: Date): CvData {
  const { content } = cv;
  return {
    id: cv.id,
    userId: cv.userId,
    title: content.title,
    url: cvUrl(siteUrl, cv),
    culture: cv.culture,
    completion: cv.completion,
    seniority: seniorityOf(content.experiences.experience, now),
    updatedAt: dateTime(cv.updatedAt),
    professionalStatus: content.professionalStatus,
    availability: content.availability,
    blog: { rss: content.blog.rss },
    userInformation: userInformation(content.userInformation),
    presentation: { title: content.presentation.title, text: content.presentation.text },
    experiences: { experience: content.experiences.experience.map(experience) },
    educations: { education: content.educations.education.map(education) },
    portfolios: { portfolio: content.portfolios.portfolio.map(portfolio) },
    links: { link: content.links.link.map(({ id, type, url }) => ({ id, type, url })) },
    contacts: { contact: content.contacts.contact.map(({ type, value }) => ({ type, value })) },
    skills: { skill: content.skills.skill.map(skill) },
    interests: { interest: content.interests.interest.map(interest) },
    printable: {
      pdf: printableUrl(siteUrl, cv, 'pdf'),
      odt: printableUrl(siteUrl, cv, 'odt'),
      doc: printableUrl(siteUrl, cv, 'doc'),
    },
    published: cv.published,
    indexed: cv.indexed,
    protected: cv.protected,
  };
}

/** Only the USA has a `state`. */
function userInformation(of: CvData['userInformation']): CvData['userInformation'] {
  const { birthdate, maritalStatus, country, city, zipcode, DriversLicence, state } = of;
  const known = {
    birthdate,
    maritalStatus,
    country: country && { isoCode: country.isoCode },
    city,
    zipcode,
    DriversLicence,
  };
  return country?.isoCode === 'USA' && state != null ? { ...known, state } : known;
}

function experience(of: CvData['experiences']['experience'][number]): typeof of {
  const { id, title, company, city, start, end, contractType, country, state, logo, description, missions } = of;
  return {
    id,
    title,
    company,
    city,
    start,
    end,
    contractType,
    country: country && { isoCode: country.isoCode },
    state,
    logo,
    description,
    missions: { mission: missions.mission.map((mission) => ({ description: mission.description })) },
  };
}

function education(of: CvData['educations']['education'][number]): typeof of {
  const { id, school, start, end, degree, description } = of;
  return { id, school, start, end, degree, description };
}

function portfolio(of: CvData['portfolios']['portfolio'][number]): typeof of {
  const { id, mediaType, title, description, createDate, content, embed, path, url } = of;
  return { id, mediaType, title, description, createDate, content, embed, path, url };
}

function skill(of: CvData['skills']['skill'][number]): typeof of {
  return { title: of.title, children: { skill: of.children.skill.map(skill) }, level: of.level, details: of.details };
}

function interest(of: CvData['interests']['interest'][number]): typeof of {
  return { title: of.title, children: of.children && { interest: of.children.interest.map(interest) } };
}

/** `Y-m-d\TH:i:s` in UTC. */
export function dateTime(at: Date): string {
  return at.toISOString().slice(0, 19);
}

/** `YYYY-MM-DDThh:mm:ss+hhmm` in UTC. */
export function zonedDateTime(at: Date): string {
  return `${dateTime(at)}+0000`;
}
