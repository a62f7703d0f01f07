"""Sends requests with the client that openapi-python-client generates."""

import json
import os
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from vitae_auth.httpx import VitaeAuth
from vitae_client import Client, models
from vitae_client.api.comments import create_comment, get_latest_comment, list_comments
from vitae_client.api.cvs import (
    get_cv,
    get_print_display,
    list_cvs,
    list_cvs_by_status,
    replace_cv,
    replace_web_display,
    set_cv_status,
)
from vitae_client.api.exports import export_cv
from vitae_client.api.metadata import search_metadata, update_metadata
from vitae_client.api.preferences import get_user_preferences, replace_user_preferences
from vitae_client.api.reference_data import get_code_tables, get_rate_limit
from vitae_client.api.tags import create_tag, delete_tag, get_tag, update_tag
from vitae_client.api.user_classification import add_user_tags, list_user_tags, set_user_kind
from vitae_client.api.user_cvs import create_cv
from vitae_client.api.users import create_user, delete_user, get_user, list_users, search_users, update_user

url = os.environ["VITAE_URL"]
prefix = os.environ["PREFIX"]
auth = VitaeAuth(url, os.environ["VITAE_KEY"], os.environ["VITAE_SECRET"])
client = Client(base_url=url, httpx_args={"auth": auth}, raise_on_unexpected_status=True)
requests = []


document = Path("openapi.json").read_text(encoding="utf-8")
for pattern in re.findall(r'"pattern": ?("(?:[^"\\]|\\.)*")', document):
    re.compile(json.loads(pattern))


def send(operation, status, /, **arguments):
    response = operation.sync_detailed(client=client, **arguments)
    name = operation.__name__.rsplit(".", 1)[1]
    assert response.status_code == status, (name, response.status_code, response.content)
    requests.append(name)
    return response.parsed


def user_named(name):
    return models.NewUser(
        username=f"{prefix}-{name}",
        email=f"{prefix}-{name}@example.com",
        firstname="Ada",
        lastname="Lovelace",
        phone=None,
    )


user = send(create_user, 201, body=user_named("ada"))
taken = send(create_user, 409, body=user_named("ada"))
assert taken.error.code == 409
user_id = str(user.id)
send(get_user, 200, id=user_id)
assert send(update_user, 200, id=user_id, body=models.UserChange(phone="+44 20 1234")).phone == "+44 20 1234"
send(create_user, 201, body=user_named("bob"))
page = send(list_users, 200, limit=1)
cursor = parse_qs(urlsplit(page.next_).query)["cursor"][0]
assert send(list_users, 200, limit=1, cursor=cursor).users[0].id != page.users[0].id
send(search_users, 200, term="Lovelace")
send(set_user_kind, 204, id=user_id, body=models.SetUserKindBody(kind=models.UserKind.CANDIDATE))

translations = models.NewTagTranslations.from_dict({"fr": "Java"})
tag = send(create_tag, 201, body=models.NewTag(title=f"{prefix} Java", translations=translations))
send(get_tag, 200, id=tag.id)
send(update_tag, 200, id=tag.id, body=models.TagChange(title=f"{prefix} Kotlin"))
send(add_user_tags, 204, id=user_id, body=models.AddUserTagsBody(tags=[tag.id]))
assert send(list_user_tags, 200, id=user_id)[0].title == f"{prefix} Kotlin"

content = models.CvContent.from_dict(
    {
        "title": "Mathematician",
        "culture": "en_UK",
        "userInformation": {"DriversLicence": 1},
        "skills": {"skill": [{"title": "Mathematics", "children": {"skill": [{"title": "Analysis"}]}}]},
    }
)
cv = send(create_cv, 201, id=user_id, body=content)
read = send(get_cv, 200, id=cv.id)
assert read.user_information.drivers_licence == 1
assert read.skills.skill[0].children.skill[0].title == "Analysis"
content.title = "Countess"
send(replace_cv, 200, id=cv.id, body=content)
send(set_cv_status, 200, id=cv.id, body=models.SetCvStatusBody(status=models.CvStatus.PROOFREADING))
query = models.CvQuery.from_dict(
    {"filters": [{"type": "tagId", "value": tag.id}], "sort": [{"field": "updated", "order": "ASC"}]}
)
assert send(list_cvs, 200, body=query).resumes[0].title == "Countess"
send(list_cvs_by_status, 200, status=models.CvStatus.PROOFREADING, since="@0")
display = models.DisplayChange(id=models.DisplayChangeId.MODERN, color="#aa00ff")
send(replace_web_display, 200, id=cv.id, body=display)
send(get_print_display, 200, id=cv.id)
exported = export_cv.sync_detailed(client=client, id=cv.id, format_="txt")
assert exported.status_code == 200 and b"Countess" in exported.content
requests.append("export_cv")

send(create_comment, 201, id=user_id, body=models.CreateCommentBody(comment="Remarkable"))
assert send(get_latest_comment, 200, id=user_id).text == "Remarkable"
about = models.CommentQuery.from_dict({"filters": [{"type": "user", "value": user.id}]})
assert len(send(list_comments, 200, body=about).comments) == 1
wanted = models.NewEmploymentPreferences.from_dict({"grossSalaryMin": 3, "positions": {"position": [{"id": 201}]}})
send(replace_user_preferences, 200, id=user_id, body=wanted)
assert send(get_user_preferences, 200, id=user_id).employment_preferences.gross_salary_min == "3"
assign = {"metadatas": {"metadata": [{"key": f"{prefix}.vip"}]}}
update = models.MetadataUpdate.from_dict({"metadatas": {"users": {"user": [user.id]}, "assign": assign}})
send(update_metadata, 200, body=update)
assert send(search_metadata, 200, key=f"{prefix}.*").users == [user.id]
send(get_code_tables, 200, locale=models.GetCodeTablesLocale.FR)
send(get_rate_limit, 200)
send(get_cv, 404, id=999_999_999)
send(delete_tag, 204, id=tag.id)
send(delete_user, 204, id=user_id)
print(json.dumps(requests))
