// Sends requests with the client that oapi-codegen generates.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	openapi "github.com/oapi-codegen/runtime/types"
	"vitae.example/client/api"
)

var prefix = os.Getenv("PREFIX")
var requests []string

// sign adds the parameters of the HMAC scheme. url.Values.Encode sorts by name, as the signature does.
func sign(_ context.Context, request *http.Request) error {
	parameters := request.URL.Query()
	parameters.Set("apikey", os.Getenv("VITAE_KEY"))
	parameters.Set("timestamp", fmt.Sprint(time.Now().Unix()))
	parameters.Set("nonce", rand.Text())
	query := strings.ReplaceAll(parameters.Encode(), "+", "%20")
	digest := hmac.New(sha256.New, []byte(os.Getenv("VITAE_SECRET")))
	digest.Write([]byte(request.Method + "\n" + request.URL.EscapedPath() + "\n" + query))
	request.URL.RawQuery = query + "&hash=" + hex.EncodeToString(digest.Sum(nil))
	return nil
}

type response interface {
	StatusCode() int
	GetBody() []byte
}

// expect records a request. It ends the program if the response has another status.
func expect[R response](name string, status int, result R, err error) R {
	check(err == nil, name, err)
	check(result.StatusCode() == status, name, result.StatusCode(), string(result.GetBody()))
	requests = append(requests, name)
	return result
}

func check(holds bool, reasons ...any) {
	if !holds {
		fmt.Fprintln(os.Stderr, reasons...)
		os.Exit(1)
	}
}

// parse returns a value of a generated type, which often has optional fields within optional fields.
func parse[T any](format string, values ...any) T {
	var parsed T
	err := json.Unmarshal(fmt.Appendf(nil, format, values...), &parsed)
	check(err == nil, err)
	return parsed
}

func pointer[T any](value T) *T { return &value }

func newUser(name string) api.NewUser {
	email := openapi.Email(prefix + "-" + name + "@example.com")
	return api.NewUser{Username: prefix + "-" + name, Email: email, Firstname: "Ada", Lastname: "Lovelace"}
}

func main() {
	client, err := api.NewClientWithResponses(os.Getenv("VITAE_URL"), api.WithRequestEditorFn(sign))
	check(err == nil, err)
	ctx := context.Background()

	created, err := client.CreateUserWithResponse(ctx, nil, newUser("ada"))
	userID := expect("CreateUser", 201, created, err).JSON201.Id
	user := fmt.Sprint(userID)
	taken, err := client.CreateUserWithResponse(ctx, nil, newUser("ada"))
	check(expect("CreateUser", 409, taken, err).JSON409.Error.Code == 409)
	read, err := client.GetUserWithResponse(ctx, user, nil)
	expect("GetUser", 200, read, err)
	changed, err := client.UpdateUserWithResponse(ctx, user, nil, api.UserChange{Phone: pointer("+44 20 1234")})
	check(expect("UpdateUser", 200, changed, err).JSON200.Phone == "+44 20 1234")
	other, err := client.CreateUserWithResponse(ctx, nil, newUser("bob"))
	expect("CreateUser", 201, other, err)
	page, err := client.ListUsersWithResponse(ctx, &api.ListUsersParams{Limit: pointer(1)})
	first := expect("ListUsers", 200, page, err).JSON200
	path, err := url.Parse(*first.Next)
	check(err == nil, err)
	cursor := path.Query().Get("cursor")
	page, err = client.ListUsersWithResponse(ctx, &api.ListUsersParams{Limit: pointer(1), Cursor: &cursor})
	check(expect("ListUsers", 200, page, err).JSON200.Users[0].Id != first.Users[0].Id)
	found, err := client.SearchUsersWithResponse(ctx, &api.SearchUsersParams{Term: "Lovelace"})
	expect("SearchUsers", 200, found, err)
	kind, err := client.SetUserKindWithResponse(ctx, user, nil, parse[api.SetUserKindJSONRequestBody](`{"kind": "candidate"}`))
	expect("SetUserKind", 204, kind, err)

	tagged, err := client.CreateTagWithResponse(ctx, nil, api.NewTag{Title: prefix + " Java"})
	tag := expect("CreateTag", 201, tagged, err).JSON201.Id
	oneTag, err := client.GetTagWithResponse(ctx, tag, nil)
	expect("GetTag", 200, oneTag, err)
	title := prefix + " Kotlin"
	renamed, err := client.UpdateTagWithResponse(ctx, tag, nil, api.TagChange{Title: &title})
	expect("UpdateTag", 200, renamed, err)
	added, err := client.AddUserTagsWithResponse(ctx, user, nil, parse[api.AddUserTagsJSONRequestBody](`{"tags": [%d]}`, tag))
	expect("AddUserTags", 204, added, err)
	tags, err := client.ListUserTagsWithResponse(ctx, user, nil)
	check((*expect("ListUserTags", 200, tags, err).JSON200)[0].Title == title)

	content := parse[api.CvContent](`{
		"title": "Mathematician", "culture": "en_UK", "userInformation": {"DriversLicence": 1},
		"skills": {"skill": [{"title": "Mathematics", "children": {"skill": [{"title": "Analysis"}]}}]}
	}`)
	var newCv api.NewCv
	check(newCv.FromCvContent(content) == nil)
	stored, err := client.CreateCvWithResponse(ctx, user, nil, newCv)
	cv := expect("CreateCv", 201, stored, err).JSON201.Id
	fetched, err := client.GetCvWithResponse(ctx, cv, nil)
	data := expect("GetCv", 200, fetched, err).JSON200
	licence, err := data.UserInformation.DriversLicence.AsDriversLicence0()
	check(err == nil && licence == 1, err, licence)
	check(data.Skills.Skill[0].Children.Skill[0].Title == "Analysis")
	content.Title = pointer("Countess")
	replaced, err := client.ReplaceCvWithResponse(ctx, cv, nil, content)
	expect("ReplaceCv", 200, replaced, err)
	status, err := client.SetCvStatusWithResponse(ctx, cv, nil, api.SetCvStatusJSONRequestBody{Status: "proofreading"})
	expect("SetCvStatus", 200, status, err)
	query := parse[api.CvQuery](`{"filters": [{"type": "tagId", "value": %d}], "sort": [{"field": "updated"}]}`, tag)
	list, err := client.ListCvsWithResponse(ctx, nil, query)
	check(expect("ListCvs", 200, list, err).JSON200.Resumes[0].Title == "Countess")
	byStatus, err := client.ListCvsByStatusWithResponse(ctx, "proofreading", &api.ListCvsByStatusParams{Since: "@0"})
	expect("ListCvsByStatus", 200, byStatus, err)
	display, err := client.ReplaceWebDisplayWithResponse(ctx, cv, nil, api.DisplayChange{Id: "modern", Color: "#aa00ff"})
	expect("ReplaceWebDisplay", 200, display, err)
	printed, err := client.GetPrintDisplayWithResponse(ctx, cv, nil)
	expect("GetPrintDisplay", 200, printed, err)
	exported, err := client.ExportCvWithResponse(ctx, cv, "txt", nil)
	check(strings.Contains(string(expect("ExportCv", 200, exported, err).Body), "Countess"))

	commented, err := client.CreateCommentWithResponse(ctx, user, nil, api.CreateCommentJSONRequestBody{Comment: "Remarkable"})
	expect("CreateComment", 201, commented, err)
	latest, err := client.GetLatestCommentWithResponse(ctx, user, nil)
	check(expect("GetLatestComment", 200, latest, err).JSON200.Text == "Remarkable")
	comments, err := client.ListCommentsWithResponse(ctx, nil, parse[api.CommentQuery](`{"filters": [{"type": "user", "value": %d}]}`, userID))
	check(len(expect("ListComments", 200, comments, err).JSON200.Comments) == 1)
	wanted := parse[api.PreferencesChange](`{"grossSalaryMin": 3, "positions": {"position": [{"id": 201}]}}`)
	preferences, err := client.ReplaceUserPreferencesWithResponse(ctx, user, nil, wanted)
	expect("ReplaceUserPreferences", 200, preferences, err)
	current, err := client.GetUserPreferencesWithResponse(ctx, user, nil)
	check(*expect("GetUserPreferences", 200, current, err).JSON200.EmploymentPreferences.GrossSalaryMin == "3")
	update := parse[api.MetadataUpdate](`{"metadatas": {"users": {"user": [%d]}, "assign": {"metadatas": {"metadata": [{"key": "%s.vip"}]}}}}`, userID, prefix)
	keys, err := client.UpdateMetadataWithResponse(ctx, nil, update)
	expect("UpdateMetadata", 200, keys, err)
	owners, err := client.SearchMetadataWithResponse(ctx, &api.SearchMetadataParams{Key: prefix + ".*"})
	check(expect("SearchMetadata", 200, owners, err).JSON200.Users[0] == userID)
	tables, err := client.GetCodeTablesWithResponse(ctx, parse[*api.GetCodeTablesParams](`{"locale": "fr"}`))
	expect("GetCodeTables", 200, tables, err)
	limits, err := client.GetRateLimitWithResponse(ctx)
	check(expect("GetRateLimit", 200, limits, err).JSON200.Standard.Limit > 0)
	missing, err := client.GetCvWithResponse(ctx, 999_999_999, nil)
	check(expect("GetCv", 404, missing, err).JSON404.Error.Code == 404)
	deletedTag, err := client.DeleteTagWithResponse(ctx, tag, nil)
	expect("DeleteTag", 204, deletedTag, err)
	deleted, err := client.DeleteUserWithResponse(ctx, user, nil)
	expect("DeleteUser", 204, deleted, err)
	check(json.NewEncoder(os.Stdout).Encode(requests) == nil)
}
